/**
 * Maintains the server's Lease in the system namespace (KEP-1965): renews it, and deletes it on shutdown. Its name depends on the release.
 * Expired Leases of other servers are deleted.
 */
import { createHash, randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import type { Lease } from '../../generated/types/coordination/v1.ts';
import type { Rule } from '../api/authorization.ts';
import { ApiError } from '../api/errors.ts';
import { parseWhole } from '../codec/item-form.ts';
import type { JsonObject } from '../model/catalog.ts';
import { compareReleases } from '../model/release.ts';
import type { Vocabulary } from '../model/vocabulary.ts';
import { sleep } from '../scheduling/sleep.ts';
import { noDeleteOptions } from '../verbs/delete/options.ts';
import type { Target } from './actor.ts';
import type { ControllerContext, RunningController } from './contract.ts';
import { eachObject } from './each-object.ts';

export const ownLeaseGate = 'APIServerIdentity';

const leaseDurationSeconds = 3600;
const renewMs = 10_000;
/** Jitter, so that servers do not all renew at once. */
const jitter = 0.04;

const leasesOf = ({ groupDomain }: Vocabulary): string => `leases.coordination.${groupDomain}`;

export function ownLeaseRules({ groupDomain }: Vocabulary): readonly Rule[] {
	return [{ verbs: ['list', 'create', 'update', 'delete'], groups: [`coordination.${groupDomain}`], resources: ['leases'] }];
}

/** Starts the renewals. A failure is reported, and the next renewal corrects it; nothing else in the server depends on it. */
export function startOwnLease(context: ControllerContext): RunningController {
	const ended = new AbortController();
	const lease = new OwnLease(context);
	const tried = async (work: () => Promise<void>): Promise<void> => {
		try {
			await work();
		} catch (error) {
			context.report({ controller: 'own-lease', subject: lease.target.name, error });
		}
	};
	const renewing = (async () => {
		for (let nextSweepMs = 0; !ended.signal.aborted; ) {
			await tried(() => lease.renew());
			if (performance.now() >= nextSweepMs) {
				await tried(() => lease.deleteExpired());
				nextSweepMs = performance.now() + leaseDurationSeconds * 1000;
			}
			await sleep(renewMs * (1 + jitter * Math.random()), ended.signal);
		}
	})();
	return {
		async stop() {
			ended.abort();
			await renewing;
			await tried(() => lease.delete());
		},
	};
}

class OwnLease {
	readonly target: Target;
	readonly #context: ControllerContext;
	readonly #labels: Readonly<Record<string, string>>;
	readonly #holderIdentity: string;

	constructor(context: ControllerContext) {
		const { vocabulary } = context.verbs;
		const { name, label, component } = identityOf(hostname(), vocabulary, context.kinds.release);
		this.#context = context;
		this.#labels = { [label]: component, [`${vocabulary.labelDomain}/hostname`]: hostname() };
		this.#holderIdentity = `${name}_${randomUUID()}`;
		this.target = { storageName: leasesOf(vocabulary), namespace: `${vocabulary.shortPrefix}-system`, name };
	}

	/** Renews the Lease, also one that an earlier server of this host left. */
	async renew(): Promise<void> {
		const { actor, verbs } = this.#context;
		const { storageName, namespace, name } = this.target;
		const spec = { holderIdentity: this.#holderIdentity, leaseDurationSeconds, renewTime: `${new Date().toISOString().slice(0, -1)}000Z` };
		if (verbs.cache.get(storageName, namespace, name) === undefined) {
			await actor.ensure(this.target, { metadata: { name, namespace, labels: this.#labels }, spec });
			return;
		}
		await actor.update(this.target, (old) => {
			const { metadata, spec: before } = old as { readonly metadata: JsonObject; readonly spec?: JsonObject };
			const labels = { ...((metadata.labels as JsonObject | undefined) ?? {}), ...this.#labels };
			return { ...old, metadata: { ...metadata, labels }, spec: { ...before, ...spec } };
		});
	}

	/** Deletes the Leases of servers that ended without deleting them. */
	async deleteExpired(): Promise<void> {
		const { verbs } = this.#context;
		const { storageName, namespace } = this.target;
		await eachObject(verbs.cache.list(storageName, namespace), async (object) => {
			const { metadata, spec } = parseWhole(object) as unknown as Lease;
			const isOfServer = Object.entries(this.#labels).some(([key, value]) => !key.endsWith('/hostname') && metadata?.labels?.[key] === value);
			if (isOfServer && isExpired(spec)) await this.#delete({ ...this.target, name: object.name }, metadata?.resourceVersion);
		});
	}

	/** Deletes the Lease, unless another server of this host has renewed it. */
	async delete(): Promise<void> {
		const { storageName, namespace, name } = this.target;
		const known = this.#context.verbs.cache.get(storageName, namespace, name);
		if (known === undefined) return;
		const { metadata, spec } = parseWhole(known) as unknown as Lease;
		if (spec?.holderIdentity === this.#holderIdentity) await this.#delete(this.target, metadata?.resourceVersion);
	}

	/** Ignores that another server has deleted or renewed the Lease. */
	async #delete(target: Target, resourceVersion: string | undefined): Promise<void> {
		try {
			await this.#context.actor.delete(target, { ...noDeleteOptions, preconditions: { uid: undefined, resourceVersion } });
		} catch (error) {
			if (!(error instanceof ApiError && (error.reason === 'NotFound' || error.reason === 'Conflict'))) throw error;
		}
	}
}

function isExpired(spec: Lease['spec']): boolean {
	const { renewTime, leaseDurationSeconds: seconds } = spec ?? {};
	return renewTime === undefined || seconds === undefined || Date.parse(renewTime) + seconds * 1000 < Date.now();
}

interface Identity {
	readonly name: string;
	/** Label (key and value) of server Leases. */
	readonly label: string;
	readonly component: string;
}

/** Returns the identity, the same for each start on a host, so that a restarted server continues its Lease. */
export function identityOf(host: string, { shortPrefix, groupDomain, labelDomain }: Vocabulary, release: string): Identity {
	const component = `${shortPrefix}-apiserver`;
	if (compareReleases(release, '1.27') < 0) return { name: `${component}-${hashOf(Buffer.from(host))}`, label: `${groupDomain}/component`, component };
	const name = `apiserver-${hashOf(Buffer.concat([host, component].flatMap((text) => [length16(text), Buffer.from(text)])))}`;
	return { name, label: `apiserver.${labelDomain}/identity`, component };
}

function length16(text: string): Buffer {
	const bytes = Buffer.alloc(2);
	bytes.writeUInt16BE(Buffer.byteLength(text));
	return bytes;
}

/** Returns half of a SHA-256 hash in base 32 (RFC 4648), lower case and unpadded. */
function hashOf(bytes: Buffer): string {
	const half = createHash('sha256').update(bytes).digest('hex').slice(0, 32);
	const digits = (BigInt(`0x${half}`) << 2n).toString(32).padStart(26, '0');
	return digits.replace(/./g, (digit) => 'abcdefghijklmnopqrstuvwxyz234567'.charAt(Number.parseInt(digit, 32)));
}
