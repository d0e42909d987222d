import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { expect, it } from 'vitest';
import { CONFIG } from '../tokens.js';
import { partOf, provide, setting } from './provide.js';
import { Registry, concept, register } from './registry.js';

class Clock {
  readonly zone = 'UTC';
}

class Named {
  constructor(readonly deps: { readonly clock: Clock; readonly zone: string; readonly port: number }) {}
}

class Listed {
  constructor(
    readonly clock: Clock,
    readonly port: number,
  ) {}
}

class Listeners extends Registry<Clock> {}

const port = setting(({ PORT }) => PORT);

@Module(
  concept([
    { provide: CONFIG, useFactory: () => ({ PORT: 4000 }) },
    provide(Clock, []),
    provide(Named, { clock: Clock, zone: partOf(Clock, (clock) => clock.zone), port }),
    provide(Listed, [Clock, port]),
    provide(Listeners, []),
    ...register(Listeners, Clock),
  ]),
)
class TestModule {}

it('injects dependencies by name or in order, and fills registries', async () => {
  const app = await NestFactory.createApplicationContext(TestModule, { logger: false });
  const clock = app.get(Clock);
  expect(app.get(Named).deps).toEqual({ clock, zone: 'UTC', port: 4000 });
  expect(app.get(Named).deps.clock).toBe(clock);
  expect(app.get(Listed)).toEqual({ clock, port: 4000 });
  expect([...app.get(Listeners)]).toEqual([clock]);
  await app.close();
});
