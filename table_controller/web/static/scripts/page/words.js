// The words of the page's language, as the service sent them with the page.

export const LANG = document.documentElement.lang;

/** The phrases by name; `suits_named` and `languages` are tables of phrases. */
export const W = JSON.parse(document.getElementById("words").textContent);

/** A phrase with its {fields} filled in. */
export function word(key, fields = {}) {
  return W[key].replace(/\{(\w+)\}/g, (whole, name) => (name in fields ? String(fields[name]) : whole));
}

export const tricksWords = (count) => (count === 1 ? W.one_trick : word("many_tricks", { count }));

/** The name of whoever sits there, or the seat's number where nobody has a name. */
export const seatName = (seats, number) =>
  (seats.find((seat) => seat.seat === number) || { name: word("seat_n", { number }) }).name;
