import { expect, test } from "vitest";
import { SharedPlaces } from "@/lib/core/queue/shared-places";

/** Takes as many places as the owner may have. */
function takeAll(places: SharedPlaces, owner: string): number {
  let taken = 0;
  while (places.free > 0 && places.mayTake(owner)) {
    places.take(owner);
    taken += 1;
  }
  return taken;
}

test.each([
  [1, [1, 0, 0]],
  [2, [1, 1, 0]],
  [10, [5, 3, 1]],
  [40, [20, 10, 5]],
])("of %i places, owners that take all they may have leave room for the next", (total, expected) => {
  const places = new SharedPlaces(total);
  expect(["a", "b", "c"].map((owner) => takeAll(places, owner))).toEqual(expected);
});

test("the last place is for those who had no turn since all had one", () => {
  const places = new SharedPlaces(2);
  const ofA = places.take("a");
  const ofB = places.take("b");
  ofA();
  expect(places.barred().sort()).toEqual(["a", "b"]);
  expect(places.beginRound()).toBe(true);
  expect(places.barred()).toEqual(["b"]);
  expect(places.beginRound()).toBe(false);
  ofB();
  ofB();
  expect([places.free, places.barred()]).toEqual([2, []]);
});

test("the service's own work takes places and is never barred", () => {
  const places = new SharedPlaces(2);
  const giveBack = places.take(null);
  expect([places.free, places.barred()]).toEqual([1, []]);
  giveBack();
  expect(places.free).toBe(2);
});
