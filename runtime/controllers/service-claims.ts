/**
 * What services have been given is theirs by rows that are written with them. A row that is lost all the same (a client deletes an
 * IPAddress, a database was mended by hand) is written again; one that is of no service is deleted; what cannot be mended is told of in
 * events, in Kubernetes' words. All is looked at once with the start, then what goes.
 */
import { hostname } from 'node:os';
import type { Service } from '../../generated/types/core/v1.ts';
import type { Claim } from '../api/hooks.ts';
import { parseWhole } from '../codec/item-form.ts';
import { addressesOf } from '../kinds/service/cluster-ips.ts';
import { nodePortRows } from '../kinds/service/node-ports.ts';
import { type ServiceParts, serviceParts } from '../kinds/service/parts.ts';
import { type ClaimTrouble, claimTrouble, isOf } from '../kinds/service/repair.ts';
import type { JsonObject } from '../model/catalog.ts';
import { formatMicroTime } from '../scalars/time.ts';
import { CacheNow } from '../verbs/write/scope.ts';
import type { CachedObject } from '../watch/contract.ts';
import type { Controller, ControllerContext, RunningController } from './contract.ts';
import { eventName } from './garbage-collector/events.ts';
import { startLoop } from './loop.ts';

const services = 'services';

export const serviceClaims: Controller = {
	name: 'service-claims',
	purpose: 'mends the rows by which addresses and ports are those of services',
	identity: 'service-claims-controller',
	rules: [
		{ verbs: ['list', 'watch', 'update'], groups: [''], resources: [services] },
		{ verbs: ['list', 'watch'], groups: ['*'], resources: ['ipaddresses', nodePortRows] },
		{ verbs: ['create'], groups: [''], resources: ['events'] },
	],
	start,
};

/** Objects looked at before others have their turn. */
const atOnce = 64;
/** Of all services and rows; any other key is a namespace and a name. */
const everything = '';

function start(context: ControllerContext): RunningController {
	const { verbs, kinds } = context;
	if (verbs.stored(services) === undefined) return { stop: async () => {} };
	const check = new Check(context, serviceParts(verbs.vocabulary, kinds.gates, kinds.release, kinds.services));
	return startLoop(context, {
		name: serviceClaims.name,
		follows(add) {
			add(everything);
			const storageName = check.addresses;
			if (verbs.stored(storageName) === undefined) return [];
			const seen = (type: string, object: CachedObject): void => {
				const parent = type === 'ADDED' ? undefined : parentOf(object);
				if (parent !== undefined) add(parent);
			};
			return [{ storageName, seen, listed: (again) => (again ? add(everything) : undefined) }];
		},
		work: (key) => (key === everything ? check.all() : check.one(key)),
	});
}

/** `namespace/name` of the service whose row it says to be. */
function parentOf(row: CachedObject): string | undefined {
	const { spec } = parseWhole(row) as {
		readonly spec?: { readonly parentRef?: { readonly resource?: string; readonly namespace?: string; readonly name?: string } };
	};
	const { resource, namespace = '', name = '' } = spec?.parentRef ?? {};
	return resource === services ? `${namespace}/${name}` : undefined;
}

class Check {
	readonly addresses: string;
	readonly #context: ControllerContext;
	readonly #parts: ServiceParts;

	constructor(context: ControllerContext, parts: ServiceParts) {
		this.#context = context;
		this.#parts = parts;
		this.addresses = addressesOf(parts);
	}

	async all(): Promise<void> {
		const { cache } = this.#context.verbs;
		await inTurns(cache.list(services, ''), (service) => this.#claims(service));
		for (const resource of [this.addresses, nodePortRows]) await inTurns(cache.list(resource, ''), (row) => this.#row(row, resource));
	}

	async one(key: string): Promise<void> {
		const [namespace = '', name = ''] = key.split('/');
		const service = this.#context.verbs.cache.get(services, namespace, name);
		if (service !== undefined) await this.#claims(service);
	}

	/** Those of a service, each of which a row should say. */
	async #claims(found: CachedObject): Promise<void> {
		const { verbs, actor } = this.#context;
		const service = parseWhole(found);
		for (const claim of this.#claimsOf(service)) {
			const row = verbs.cache.get(claim.resource, '', claim.name);
			const state = row === undefined ? 'unclaimed' : isOf(parseWhole(row).spec, service as Service) ? 'held' : 'taken';
			const trouble = claimTrouble(claim, state, new CacheNow(verbs.cache), this.#parts);
			const { namespace, name } = found;
			const isHere = verbs.cache.get(services, namespace, name)?.revision === found.revision;
			if (isHere && state === 'unclaimed') await actor.claim({ storageName: services, namespace, name }, claim);
			if (isHere && trouble !== undefined) await this.#tell(service, trouble);
		}
	}

	/** One that the server has made, of a service that is gone or has something else. */
	async #row(row: CachedObject, resource: string): Promise<void> {
		const { verbs, actor } = this.#context;
		const { groupDomain, labelDomain } = verbs.vocabulary;
		const isOurs = resource === nodePortRows || row.labels[`ipaddress.${labelDomain}/managed-by`] === `ipallocator.${groupDomain}`;
		const [namespace = '', name = ''] = (isOurs ? parentOf(row) : undefined)?.split('/') ?? [];
		if (name === '') return;
		const service = verbs.cache.get(services, namespace, name);
		const claims = service === undefined ? [] : this.#claimsOf(parseWhole(service));
		if (claims.some((claim) => claim.resource === resource && claim.name === row.name)) return;
		await actor.unclaim({ storageName: services, namespace, name }, { resource, name: row.name, expected: row.revision });
	}

	#claimsOf(service: JsonObject): readonly Claim[] {
		return this.#context.verbs.stored(services)?.hooks.claims?.(service) ?? [];
	}

	async #tell(service: JsonObject, { controller, reason, action, message }: ClaimTrouble): Promise<void> {
		const { metadata } = service as Service;
		const { namespace = '', name = '', uid = '', resourceVersion = '' } = metadata ?? {};
		const nowMs = Date.now();
		await this.#context.actor.ensure(
			{ storageName: 'events', namespace, name: eventName(name) },
			{
				involvedObject: { kind: 'Service', namespace, name, uid, apiVersion: 'v1', resourceVersion },
				reason,
				action,
				message,
				type: 'Warning',
				eventTime: formatMicroTime({ seconds: Math.floor(nowMs / 1000), nanos: (nowMs % 1000) * 1_000_000 }),
				reportingComponent: controller,
				reportingInstance: `${controller}-${hostname()}`,
			},
		);
	}
}

/** Others have the event loop between. */
async function inTurns(objects: Iterable<CachedObject>, look: (object: CachedObject) => Promise<void>): Promise<void> {
	let looked = 0;
	for (const object of objects) {
		if (looked++ % atOnce === atOnce - 1) await new Promise((resolve) => setImmediate(resolve));
		await look(object);
	}
}
