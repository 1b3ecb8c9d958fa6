/**
 * How many seats a request takes (KEP-1040, "Width of requests"): one, but for lists of many objects, and for writes of which many watchers
 * are told. Numbers are Kubernetes' own.
 */
import type { ApiRequest, RequestInfo } from '../api/request.ts';
import { verbRecord } from '../model/verb.ts';
import type { Level } from './level.ts';

const objectsOfSeat = 100;
const watchersOfSeat = 10;
/** What a seat's watchers take. */
const eventMs = 5;

type ResourceInfo = Extract<RequestInfo, { readonly isResource: true }>;

/** What estimates are made from. */
export interface Counts {
	/** Objects of a resource; of all namespaces where `namespace` is empty. Undefined: it is not stored here. */
	objects(group: string, resource: string, namespace: string): number | undefined;
	/** Open watches of a resource. */
	watchers(group: string, resource: string): number;
}

export interface WorkEstimate {
	readonly seats: number;
	/** How many of its seats are taken beyond its end, and how long; absent: none. */
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

/** A watch takes a list where it begins with one. */
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

/** Many watchers are told with few seats for longer, or a write would wait for seats that hardly any level has. */
function ofWrite({ group, resource, subresource }: ResourceInfo, level: Level, counts: Counts): WorkEstimate {
	const watchers = counts.watchers(group, resource);
	// A token is no change of its account.
	if (watchers < watchersOfSeat || subresource === 'token') return one;
	const wanted = Math.ceil(watchers / watchersOfSeat);
	const seats = Math.min(wanted, level.widest);
	return { seats, after: { seats, ms: (wanted * eventMs) / seats } };
}
