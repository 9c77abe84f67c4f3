"use client";

import { type MouseEvent, type PointerEvent, useRef } from "react";

const THRESHOLD = 6;

interface Target {
  element: HTMLElement;
  isAfter: boolean;
}

/** Returns the event handlers by which the head of a column is dragged before or after another one. */
export function useColumnDrag(name: string, moveBefore: (column: string, before: string | null) => void) {
  const wasDragged = useRef(false);
  return {
    onPointerDown: ({ button, pointerType, clientX, currentTarget }: PointerEvent<HTMLElement>) => {
      wasDragged.current = false;
      if (button !== 0 || pointerType !== "mouse") return;
      followDrag(currentTarget, clientX, (target) => {
        wasDragged.current = true;
        if (target) moveBefore(name, target.isAfter ? nextName(target.element) : nameOf(target.element));
      });
    },
    // The click at the end of a drag does not sort.
    onClickCapture: (event: MouseEvent) => {
      if (!wasDragged.current) return;
      wasDragged.current = false;
      event.preventDefault();
      event.stopPropagation();
    },
  };
}

/** Marks the head under the pointer until the button is let go, and then calls `drop` if the pointer has moved. */
function followDrag(dragged: HTMLElement, fromX: number, drop: (target: Target | null) => void): void {
  const over = new AbortController();
  let isMoving = false;
  let target: Target | null = null;
  const mark = (next: Target | null) => {
    target?.element.removeAttribute("data-target");
    next?.element.setAttribute("data-target", next.isAfter ? "after" : "before");
    target = next;
  };
  const finish = (isDropped: boolean) => {
    const last = target;
    mark(null);
    dragged.removeAttribute("data-dragged");
    over.abort();
    if (isMoving && isDropped) drop(last);
  };
  const move = ({ clientX, clientY, buttons }: globalThis.PointerEvent) => {
    if (buttons === 0) return finish(false);
    isMoving ||= Math.abs(clientX - fromX) >= THRESHOLD;
    if (!isMoving) return;
    dragged.setAttribute("data-dragged", "true");
    mark(targetAt(dragged, clientX, clientY));
  };
  const { signal } = over;
  window.addEventListener("pointermove", move, { signal });
  window.addEventListener("pointerup", () => finish(true), { signal });
  window.addEventListener("pointercancel", () => finish(false), { signal });
}

const nameOf = (element: HTMLElement) => element.dataset.column ?? null;

/** Returns the name of the column to the right of another one. */
function nextName(element: HTMLElement): string | null {
  const heads = headsBeside(element);
  const next = heads[heads.indexOf(element) + 1];
  return next ? nameOf(next) : null;
}

function headsBeside(element: HTMLElement): HTMLElement[] {
  return [...(element.closest("[role=row]")?.querySelectorAll<HTMLElement>("[data-column]") ?? [])];
}

function targetAt(dragged: HTMLElement, x: number, y: number): Target | null {
  const element = document.elementFromPoint(x, y)?.closest<HTMLElement>("[data-column]") ?? null;
  if (!element || element === dragged || !headsBeside(dragged).includes(element)) return null;
  const { left, width } = element.getBoundingClientRect();
  return { element, isAfter: x > left + width / 2 };
}
