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
interface Bond {
	readonly resource: string;
	readonly namespace: string;
	readonly name: string;
	/** Reports whether the object is still the one the token names. False is final for that object. */
	readonly isMeant: (object: JsonObject) => boolean;
	/** Revision of the object when it was last parsed. */
	revision: Revision | undefined;
	/** Time until which the object is valid, in milliseconds since the epoch. */
	untilMs: number;
}

/** Grace after an object's deletionTimestamp. It covers clocks that differ by up to a minute. */
const leewayMs = 60_000;

export class Standing {
	readonly #cache: WatchCache;
	readonly #bonds: readonly Bond[];

	/** `looksUp`: a legacy token is bound to its Secret and its account. */
	constructor(cache: WatchCache, claims: AccountClaims, token: string, looksUp: boolean) {
		this.#cache = cache;
		this.#bonds = claims.liesIn === undefined ? bondsOf(claims) : looksUp ? legacyBonds(claims, claims.liesIn, token) : [];
	}

	holds(): boolean {
		const nowMs = Date.now();
		return this.#bonds.every((bond) => {
			const object = this.#cache.get(bond.resource, bond.namespace, bond.name);
			if (object === undefined) return false;
			if (bond.revision !== object.revision) read(bond, object);
			return nowMs < bond.untilMs;
		});
	}
}

function read(bond: Bond, found: CachedObject): void {
	const object = parseWhole(found);
	const { deletionTimestamp } = (object.metadata ?? {}) as JsonObject;
	bond.revision = found.revision;
	if (!bond.isMeant(object)) bond.untilMs = 0;
	else bond.untilMs = typeof deletionTimestamp === 'string' ? Date.parse(deletionTimestamp) + leewayMs : Number.POSITIVE_INFINITY;
}

function bondsOf({ namespace, account, pod, secret, node }: AccountClaims): readonly Bond[] {
	const bonds = [bond('serviceaccounts', namespace, account.name, hasUid(account.uid))];
	if (secret !== undefined) bonds.push(bond('secrets', namespace, secret.name, hasUid(secret.uid)));
	if (pod !== undefined) bonds.push(bond('pods', namespace, pod.name, hasUid(pod.uid)));
	// A pod-bound token also names the pod's node, but ends with the pod only.
	else if (node !== undefined) bonds.push(bond('nodes', '', node.name, hasUid(node.uid)));
	return bonds;
}

/** Returns the bindings of a legacy token. It ends as soon as its Secret or account is marked deleted, regardless of the grace period. */
function legacyBonds({ namespace, account }: AccountClaims, secretName: string, token: string): readonly Bond[] {
	const lies = (secret: JsonObject): boolean => isStaying(secret) && liesIn(secret, token);
	const is = hasUid(account.uid);
	return [bond('secrets', namespace, secretName, lies), bond('serviceaccounts', namespace, account.name, (object) => isStaying(object) && is(object))];
}

function bond(resource: string, namespace: string, name: string, isMeant: (object: JsonObject) => boolean): Bond {
	return { resource, namespace, name, isMeant, revision: undefined, untilMs: 0 };
}

function hasUid(uid: string | undefined): (object: JsonObject) => boolean {
	return ({ metadata }) => uid !== undefined && (metadata as JsonObject | undefined)?.uid === uid;
}

function isStaying({ metadata }: JsonObject): boolean {
	return (metadata as JsonObject | undefined)?.deletionTimestamp === undefined;
}

/** Reports whether the Secret still holds this token. Removing or replacing the token in the Secret revokes it. */
function liesIn(secret: JsonObject, token: string): boolean {
	const stored = (secret.data as JsonObject | undefined)?.token;
	if (typeof stored !== 'string') return false;
	const [there, shown] = [Buffer.from(stored, 'base64'), Buffer.from(token)];
	return there.length === shown.length && timingSafeEqual(there, shown);
}
