/** Encodes large objects on the thread of large requests. The cached form of an object needs no encoding. */
import type { User } from '../api/request.ts';
import type { Item } from '../codec/item-form.ts';
import { isLarge } from '../model/large.ts';
import type { ServedResource } from '../serving/resource.ts';
import type { LargeObject, ReadContext } from './contract.ts';

/** `caller` waits for the result. Its signal is created only when needed. */
type LargeCall = Omit<LargeObject, 'signal' | 'user'> & { readonly caller: { readonly signal: AbortSignal; readonly user: Pick<User, 'name'> } };

export function isShownElsewhere({ bytes }: Item, resource: ServedResource, { largeReads }: Pick<ReadContext, 'largeReads'>): boolean {
	return largeReads !== undefined && isLarge(bytes) && largeReads.serves(resource);
}

/** Encodes a large object on the thread of large requests. Returns undefined for an object that is not large: the caller encodes it. */
export function shownElsewhere(shown: LargeCall, resource: ServedResource, context: Pick<ReadContext, 'largeReads'>): Promise<Buffer> | undefined {
	if (!isShownElsewhere(shown.item, resource, context)) return undefined;
	const { caller, ...object } = shown;
	return context.largeReads?.encode({ ...object, signal: caller.signal, user: caller.user.name }, resource);
}

/** Signal that never aborts. Work that many callers share must not end with one of them. */
export const unending = new AbortController().signal;
