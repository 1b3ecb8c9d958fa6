/** Large objects are shown by the thread of large requests, in every form but the one in which they lie in memory. */
import { isLarge } from '../model/large.ts';
import type { ServedResource } from '../serving/resource.ts';
import type { LargeObject, VerbContext } from './contract.ts';

/** `signal`: of whoever waits; made when it is needed. */
type Shown = Omit<LargeObject, 'signal'> & { readonly signal: { readonly signal: AbortSignal } };

/** Undefined: the object is not large, and shown where it is asked for. */
export function shownElsewhere(shown: Shown, resource: ServedResource, context: VerbContext): Promise<Buffer> | undefined {
	const { large } = context;
	if (large === undefined || !isLarge(shown.item.bytes) || !large.serves(resource, context)) return undefined;
	return large.encode({ ...shown, signal: shown.signal.signal }, resource, context);
}
