/**
 * Estimates the seats of a request (KEP-1040, "Width of requests"): one, or more for lists of many objects and writes with many watchers.
 * The numbers are those of Kubernetes.
 */
import type { ApiRequest, RequestInfo } from '../api/request.ts';
import { verbRecord } from '../model/verb.ts';
import type { Level } from './level.ts';

const objectsOfSeat = 100;
const watchersOfSeat = 10;
/** Time for which a seat is taken per group of `watchersOfSeat` watchers. */
const eventMs = 5;

type ResourceInfo = Extract<RequestInfo, { readonly isResource: true }>;

/** Counts on which the estimates depend. */
export interface Counts {
	/** Returns the number of a resource's objects; an empty `namespace` means all. Undefined for a resource that is not stored here. */
	objects(group: string, resource: string, namespace: string): number | undefined;
	/** Returns the number of a resource's open watches. */
	watchers(group: string, resource: string): number;
}

export interface WorkEstimate {
	readonly seats: number;
	/** Seats that stay taken after the request, and for how long; absent where there are none. */
	readonly after?: { readonly seats: number; readonly ms: number };
}

const one: WorkEstimate = Object.freeze({ seats: 1 });

export function workEstimate(request: ApiRequest, level: Level, counts: Counts): WorkEstimate {
	const { info } = request;
	if (!info.isResource) return one;
	const record = verbRecord(info.verb);
	if (record?.reads === true) return info.name === '' && (record.of === 'collection' || record.streams === true) ? ofList(request, info, level, counts) : one;
	return ofWrite(info, level, counts);
}

/** Estimates a list, or a watch that begins with one. */
function ofList(request: ApiRequest, { group, resource, namespace, verb }: ResourceInfo, level: Level, counts: Counts): WorkEstimate {
	const parameters = request.query === '' ? undefined : request.parameters();
	if (verbRecord(verb)?.streams === true && !beginsWithList(parameters)) return one;
	const stored = counts.objects(group, resource, namespace) ?? 0;
	if (stored <= objectsOfSeat) return one;
	const selects = (parameters?.get('labelSelector') ?? '') !== '' || (parameters?.get('fieldSelector') ?? '') !== '';
	const limit = Number(parameters?.get('limit') ?? 0);
	const read = !selects && limit > 0 && limit < stored ? limit : stored;
	return { seats: Math.min(level.widest, Math.max(1, Math.ceil(read / objectsOfSeat))) };
}

function beginsWithList(parameters: ReturnType<ApiRequest['parameters']> | undefined): boolean {
	const revision = parameters?.get('resourceVersion') ?? '';
	return revision === '' || revision === '0' || parameters?.get('sendInitialEvents') === 'true';
}

/** Estimates a write. With many watchers it takes few seats for longer, because few levels have many seats. */
function ofWrite({ group, resource, subresource }: ResourceInfo, level: Level, counts: Counts): WorkEstimate {
	const watchers = counts.watchers(group, resource);
	// A token request does not change its service account.
	if (watchers < watchersOfSeat || subresource === 'token') return one;
	const wanted = Math.ceil(watchers / watchersOfSeat);
	const seats = Math.min(wanted, level.widest);
	return { seats, after: { seats, ms: (wanted * eventMs) / seats } };
}
