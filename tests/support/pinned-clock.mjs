// Loaded before a program (`node --import`): the program's `Date` stays at PINNED_AT, its timers run.
const at = Date.parse(process.env.PINNED_AT ?? '')

globalThis.Date = new Proxy(Date, {
  construct: (target, parts, self) =>
    Reflect.construct(target, parts.length > 0 ? parts : [at], self),
  get: (target, name, self) => (name === 'now' ? () => at : Reflect.get(target, name, self)),
})
