/** The service's name in headers, cookies and channels. No other file of this package spells it. */
export const SERVICE = "coppice";
