/** Contexts of verbs: the parts given by the stack, the state that the verbs of a stack share, and the served snapshot. */

import { Clock } from '../scalars/clock.ts';
import { KeyedQueue } from '../scheduling/keyed-queue.ts';
import { TimeSlicer } from '../scheduling/time-slicer.ts';
import type { Serving } from '../serving/serving.ts';
import type { Revision } from '../storage/store.ts';
import { ConvertedEvents } from './context/converted-events.ts';
import { EventBatches } from './context/event-batches.ts';
import { ItemSizes } from './context/item-sizes.ts';
import { responseFormats } from './context/response-formats.ts';
import { SingleFlight } from './context/single-flight.ts';
import type { VerbContext, VerbParts } from './contract.ts';
import { MetadataFields, metadataType } from './metadata/fields.ts';
import { OwnedVersions } from './ownership/owned-versions.ts';

/** Returns a function that returns the current context of a stack. Each snapshot has its own context. */
export function verbContexts(parts: VerbParts): () => VerbContext {
	const { large } = parts;
	const shared = {
		...parts,
		writers: new KeyedQueue(),
		batches: new EventBatches(),
		convertedEvents: new ConvertedEvents(),
		underWay: new SingleFlight(),
		itemSizes: new ItemSizes(),
		slices: new TimeSlicer(),
		clock: new Clock(),
	};
	const of = (serving: Serving): Replaceable => {
		let replacedAt: Revision | undefined;
		const context: VerbContext = {
			...shared,
			...serving,
			cache: parts.cache.view(),
			formats: responseFormats({ ...serving, vocabulary: parts.vocabulary }),
			metadata: new MetadataFields(serving.catalog.type(metadataType)),
			ownedVersions: new OwnedVersions(serving),
			largeReads: large && {
				encode: (shown, resource) => large.encode(shown, resource, context),
				serves: (resource) => large.serves(resource, context),
			},
			current: () => present.context,
			isSuperseded: (storageName, revision) =>
				replacedAt !== undefined && revision > replacedAt && present.context.stored(storageName) !== serving.stored(storageName),
		};
		return {
			context,
			replace: () => {
				replacedAt = parts.cache.revision;
			},
		};
	};
	let present = of(parts.snapshots.current());
	parts.snapshots.onSwap((next) => {
		present.replace();
		present = of(next);
	});
	return () => present.context;
}

interface Replaceable {
	readonly context: VerbContext;
	/** Marks this snapshot as replaced. From now on, objects may be written under a newer one. */
	replace(): void;
}
