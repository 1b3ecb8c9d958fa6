/**
 * Repairs the rows for addresses and ports of Services. Writes lost rows again, for example after a client deleted an IPAddress. Corrects
 * labels and owners, and deletes rows without a Service. Each repair writes an event in Kubernetes' wording. Everything is checked at
 * start; addresses also at each change.
 */
import { hostname } from 'node:os';
import type { Service } from '../../generated/types/core/v1.ts';
import type { Claim } from '../api/hooks.ts';
import { parseWhole } from '../codec/item-form.ts';
import { addressesOf } from '../kinds/service/cluster-ips.ts';
import { nodePortRows } from '../kinds/service/node-ports.ts';
import { addressRowTrouble, type ClaimState, type ClaimTrouble, claimTrouble, keyOf, parentRefOf, serviceOf } from '../kinds/service/repair.ts';
import { type ServiceParts, serviceParts } from '../kinds/service/server-facts.ts';
import type { JsonObject } from '../model/catalog.ts';
import { formatMicroTime } from '../scalars/time.ts';
import { CacheNow } from '../verbs/write/scope.ts';
import type { CachedObject } from '../watch/contract.ts';
import type { Controller, ControllerContext, RunningController } from './contract.ts';
import { eachObject } from './each-object.ts';
import { eventName } from './garbage-collector/events.ts';
import { startLoop } from './loop.ts';

const services = 'services';

export const serviceClaims: Controller = {
	name: 'service-claims',
	purpose: 'repairs the allocations of cluster IPs and node ports to services',
	identity: 'service-claims-controller',
	rules: [
		{ verbs: ['list', 'watch', 'update'], groups: [''], resources: [services] },
		{ verbs: ['list', 'watch'], groups: ['*'], resources: ['ipaddresses', nodePortRows] },
		{ verbs: ['create'], groups: [''], resources: ['events'] },
	],
	start,
};

/** Queue key for all Services and rows; others are namespace and name, or an address. */
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
				const parent = type === 'ADDED' ? undefined : serviceOf(parentRefOf(parseWhole(object)));
				if (parent !== undefined) add(parent);
				if (type !== 'DELETED' && check.isOurs(object)) add(object.name);
			};
			return [{ storageName, seen, listed: (again) => (again ? add(everything) : undefined) }];
		},
		work(key) {
			if (key === everything) return check.all();
			return key.includes('/') ? check.service(key) : check.address(key);
		},
	});
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

	/** Reports whether an address has the label of server-managed addresses. */
	isOurs({ labels }: CachedObject): boolean {
		const { groupDomain, labelDomain } = this.#parts.vocabulary;
		return labels[`ipaddress.${labelDomain}/managed-by`] === `ipallocator.${groupDomain}`;
	}

	async all(): Promise<void> {
		await eachObject(this.#looks(), (look) => look());
	}

	/** Yields the checks: of each Service, then of each row. */
	*#looks(): Generator<() => Promise<void>> {
		const { cache } = this.#context.verbs;
		for (const service of cache.list(services, '')) yield () => this.#claims(service);
		for (const resource of [this.addresses, nodePortRows]) for (const row of cache.list(resource, '')) yield () => this.#row(row, resource);
	}

	async service(key: string): Promise<void> {
		const service = this.#find(key);
		if (service !== undefined) await this.#claims(service);
	}

	async address(name: string): Promise<void> {
		const row = this.#context.verbs.cache.get(this.addresses, '', name);
		if (row !== undefined) await this.#row(row, this.addresses);
	}

	/** Checks that each claim of a service has its row. */
	async #claims(found: CachedObject): Promise<void> {
		const { verbs, actor } = this.#context;
		const service = parseWhole(found);
		const { namespace, name } = found;
		const target = { storageName: services, namespace, name };
		for (const claim of this.#claimsOf(service)) {
			const row = verbs.cache.get(claim.resource, '', claim.name);
			const state = this.#stateOf(row, claim, service);
			const trouble = claimTrouble(claim, keyOf(service), state, new CacheNow(verbs.cache), this.#parts);
			if (verbs.cache.get(services, namespace, name)?.revision !== found.revision) return;
			if (row !== undefined && (state === 'astray' || state === 'relabelled'))
				await actor.unclaim(target, { resource: claim.resource, name: claim.name, expected: row.revision });
			if (state !== 'held' && state !== 'taken') await actor.claim(target, claim);
			if (trouble !== undefined) await this.#tell(service, trouble);
		}
	}

	#stateOf(row: CachedObject | undefined, claim: Claim, service: Service): ClaimState {
		if (row === undefined) return 'unclaimed';
		const parent = serviceOf(parentRefOf(parseWhole(row)));
		if (parent === keyOf(service)) return Object.entries(claim.labels).every(([key, value]) => row.labels[key] === value) ? 'held' : 'relabelled';
		return this.#has(parent, claim) ? 'taken' : 'astray';
	}

	/** Deletes a server-managed row if its Service is gone or no longer claims the value. */
	async #row(row: CachedObject, resource: string): Promise<void> {
		if (resource !== nodePortRows && !this.isOurs(row)) return;
		const { verbs, actor } = this.#context;
		const whole = parseWhole(row);
		const parent = parentRefOf(whole);
		const service = serviceOf(parent);
		if (this.#has(service, { resource, name: row.name })) return;
		const { namespace = '', name = '' } = parent ?? {};
		await actor.unclaim({ storageName: services, namespace, name }, { resource, name: row.name, expected: row.revision });
		if (verbs.stored(resource) !== undefined) await this.#tell(whole, addressRowTrouble(row.name, parent, this.#find(service) !== undefined));
	}

	/** `service`: NAMESPACE/NAME. */
	#find(service: string | undefined): CachedObject | undefined {
		const [namespace = '', name = ''] = service?.split('/') ?? [];
		return name === '' ? undefined : this.#context.verbs.cache.get(services, namespace, name);
	}

	#has(key: string | undefined, { resource, name }: Pick<Claim, 'resource' | 'name'>): boolean {
		const service = this.#find(key);
		return service !== undefined && this.#claimsOf(parseWhole(service)).some((claim) => claim.resource === resource && claim.name === name);
	}

	#claimsOf(service: JsonObject): readonly Claim[] {
		return this.#context.verbs.stored(services)?.hooks.claims?.(service) ?? [];
	}

	async #tell(subject: JsonObject, { controller, reason, action, message }: ClaimTrouble): Promise<void> {
		const { kind = '', apiVersion = '', metadata = {} } = subject as Service;
		const { namespace, name = '', uid = '', resourceVersion = '' } = metadata;
		const nowMs = Date.now();
		await this.#context.actor.ensure(
			// Events about cluster-scoped objects are written to the default namespace.
			{ storageName: 'events', namespace: namespace ?? 'default', name: eventName(name) },
			{
				involvedObject: { kind, ...(namespace !== undefined && { namespace }), name, uid, apiVersion, resourceVersion },
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
