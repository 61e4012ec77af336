// Loaded before a program (`node --import`): its calendar stops at PINNED_AT, timers run.
const at = Date.parse(process.env.PINNED_AT ?? '')

globalThis.Date = new Proxy(Date, {
  construct: (target, parts, self) =>
    Reflect.construct(target, parts.length > 0 ? parts : [at], self),
  get: (target, name, self) => (name === 'now' ? () => at : Reflect.get(target, name, self)),
})
