// fork() gives its own flags to each process that a test starts, which is to have the heap of a real one.
process.execArgv = process.execArgv.filter((flag) => !flag.includes("-space-size="));
