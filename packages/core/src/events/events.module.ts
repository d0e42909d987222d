import { Module } from '@nestjs/common';
import { backgroundTask } from '../platform/background/background-task.js';
import { Database } from '../platform/database/database.js';
import { PersonalTracesRegistry } from '../platform/erasure/erasure-hooks.js';
import { IdSource } from '../platform/ids.js';
import { PartitionUses } from '../platform/partitions/partition-use.js';
import { WorkQueues } from '../platform/queues/work-queues.js';
import { LOGGER } from '../platform/tokens.js';
import { provide, setting } from '../platform/wiring/provide.js';
import { concept, register } from '../platform/wiring/registry.js';
import { EventErasure } from './event-erasure.js';
import { EventStreams } from './event-streams.js';
import { EventTail } from './event-tail.js';
import { EventsService } from './events.service.js';
import { FanOutRelay, OpenFanOuts } from './fan-out-relay.js';
import { Outbox } from './outbox.js';

/** Writes, lists and streams events. */
@Module(
  concept([
    provide(Outbox, [IdSource]),
    provide(FanOutRelay, [Database, IdSource, WorkQueues]),
    provide(EventsService, [Database]),
    provide(EventTail, [Database, LOGGER]),
    provide(EventStreams, [Database, EventTail, setting((config) => config.EVENT_STREAM_HEARTBEAT)]),
    backgroundTask(FanOutRelay, { name: 'fan-outs', run: (relay) => relay.advance() }),
    ...register(PersonalTracesRegistry, provide(EventErasure, [])),
    ...register(PartitionUses, provide(OpenFanOuts, [Database])),
  ]),
)
export class EventsModule {}
