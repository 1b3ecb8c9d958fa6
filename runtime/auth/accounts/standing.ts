/**
 * Whether what a token is of, and ends with, is there as it was: looked at each time that the token is shown, in the watch cache, so that
 * a token ends with its account, its pod, its Secret or its node. An object that has not changed is not read again.
 */
import { timingSafeEqual } from 'node:crypto';
import type { AccountClaims } from '../../api/tokens.ts';
import { parseWhole } from '../../codec/item-form.ts';
import type { JsonObject } from '../../model/catalog.ts';
import type { Revision } from '../../storage/store.ts';
import type { CachedObject, WatchCache } from '../../watch/contract.ts';

/** An object that a token ends with. */
interface Bond {
	readonly resource: string;
	readonly namespace: string;
	readonly name: string;
	/** Whether it is still the one that was meant; false for good. */
	readonly isMeant: (object: JsonObject) => boolean;
	/** As it was when it was last read. */
	revision: Revision | undefined;
	/** Until then it is as it should be; milliseconds since the epoch. */
	untilMs: number;
}

/** What is deleted gracefully is gone when its time is over; clocks differ by a minute at most. */
const leewayMs = 60_000;

export class Standing {
	readonly #cache: WatchCache;
	readonly #bonds: readonly Bond[];

	/** `looksUp`: whether a token that lies in a Secret ends with that and with its account. */
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
	// A pod's token says on which node the pod is, and ends with the pod.
	else if (node !== undefined) bonds.push(bond('nodes', '', node.name, hasUid(node.uid)));
	return bonds;
}

/** These end at once when one of both is deleted, whatever time it has left. */
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

/** Whoever has taken a token out of circulation, or put another in its place, wants it refused. */
function liesIn(secret: JsonObject, token: string): boolean {
	const stored = (secret.data as JsonObject | undefined)?.token;
	if (typeof stored !== 'string') return false;
	const [there, shown] = [Buffer.from(stored, 'base64'), Buffer.from(token)];
	return there.length === shown.length && timingSafeEqual(there, shown);
}
