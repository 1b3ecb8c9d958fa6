/**
 * Checks that a token's account and the objects it is bound to still exist. The watch cache is consulted on each use, so a token ends with
 * its account, pod, Secret or node. An unchanged object is not parsed again.
 */
import { timingSafeEqual } from 'node:crypto';
import type { AccountClaims } from '../../api/tokens.ts';
import { parseWhole } from '../../codec/item-form.ts';
import type { JsonObject } from '../../model/catalog.ts';
import type { Revision } from '../../storage/store.ts';
import type { CachedObject, WatchCache } from '../../watch/contract.ts';

/** Object that a token is bound to. */
interface BoundObject {
	readonly resource: string;
	readonly namespace: string;
	readonly name: string;
	/** Reports whether the object is still the one that the token names. A result of false is final for that object. */
	readonly isMeant: (object: JsonObject) => boolean;
	/** Revision of the object when it was last parsed. */
	revision: Revision | undefined;
	/** Time until which the object is valid, in milliseconds since the epoch. */
	untilMs: number;
}

/** Grace after an object's deletionTimestamp. It covers clocks that differ by up to a minute. */
const leewayMs = 60_000;

export class BoundObjects {
	readonly #cache: WatchCache;
	readonly #objects: readonly BoundObject[];

	/** `looksUp`: true for a legacy token, which is bound to its Secret and its account. */
	constructor(cache: WatchCache, claims: AccountClaims, token: string, looksUp: boolean) {
		this.#cache = cache;
		this.#objects = claims.liesIn === undefined ? boundObjectsOf(claims) : looksUp ? legacyBoundObjects(claims, claims.liesIn, token) : [];
	}

	exist(): boolean {
		const nowMs = Date.now();
		return this.#objects.every((boundObject) => {
			const object = this.#cache.get(boundObject.resource, boundObject.namespace, boundObject.name);
			if (object === undefined) return false;
			if (boundObject.revision !== object.revision) read(boundObject, object);
			return nowMs < boundObject.untilMs;
		});
	}
}

function read(bound: BoundObject, found: CachedObject): void {
	const object = parseWhole(found);
	const { deletionTimestamp } = (object.metadata ?? {}) as JsonObject;
	bound.revision = found.revision;
	if (!bound.isMeant(object)) bound.untilMs = 0;
	else bound.untilMs = typeof deletionTimestamp === 'string' ? Date.parse(deletionTimestamp) + leewayMs : Number.POSITIVE_INFINITY;
}

function boundObjectsOf({ namespace, account, pod, secret, node }: AccountClaims): readonly BoundObject[] {
	const objects = [boundTo('serviceaccounts', namespace, account.name, hasUid(account.uid))];
	if (secret !== undefined) objects.push(boundTo('secrets', namespace, secret.name, hasUid(secret.uid)));
	if (pod !== undefined) objects.push(boundTo('pods', namespace, pod.name, hasUid(pod.uid)));
	// A pod-bound token also names the pod's node, but ends with the pod only.
	else if (node !== undefined) objects.push(boundTo('nodes', '', node.name, hasUid(node.uid)));
	return objects;
}

/** Returns the bindings of a legacy token. It ends as soon as its Secret or account is marked deleted, regardless of the grace period. */
function legacyBoundObjects({ namespace, account }: AccountClaims, secretName: string, token: string): readonly BoundObject[] {
	const lies = (secret: JsonObject): boolean => isNotDeleted(secret) && holdsToken(secret, token);
	const is = hasUid(account.uid);
	return [boundTo('secrets', namespace, secretName, lies), boundTo('serviceaccounts', namespace, account.name, (object) => isNotDeleted(object) && is(object))];
}

function boundTo(resource: string, namespace: string, name: string, isMeant: (object: JsonObject) => boolean): BoundObject {
	return { resource, namespace, name, isMeant, revision: undefined, untilMs: 0 };
}

function hasUid(uid: string | undefined): (object: JsonObject) => boolean {
	return ({ metadata }) => uid !== undefined && (metadata as JsonObject | undefined)?.uid === uid;
}

function isNotDeleted({ metadata }: JsonObject): boolean {
	return (metadata as JsonObject | undefined)?.deletionTimestamp === undefined;
}

/** Reports whether the Secret still holds this token. Removing or replacing the token in the Secret revokes it. */
function holdsToken(secret: JsonObject, token: string): boolean {
	const stored = (secret.data as JsonObject | undefined)?.token;
	if (typeof stored !== 'string') return false;
	const [there, shown] = [Buffer.from(stored, 'base64'), Buffer.from(token)];
	return there.length === shown.length && timingSafeEqual(there, shown);
}
