/** Ownership of fields (metadata.managedFields). Not tracked yet: what clients send of it is dropped, as ObjectMeta's spec says. */
import type { Write } from './write.ts';

/** The manager comes to own what it has changed. An apply will merge, and find its conflicts, before. */
export function own(_write: Write): void {}

/** Managed fields that a mutating plugin has made invalid become again what they were before it. */
export function resetOwnership(_write: Write): void {}
