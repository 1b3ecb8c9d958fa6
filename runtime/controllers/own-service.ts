/**
 * Maintains the Service by whose name clients in the cluster reach the server. It is created at start and recreated after deletion. The
 * server sets its port, type and endpoints, and in later releases the ServiceCIDR of its cluster IP.
 */
import type { Service } from '../../generated/types/core/v1.ts';
import type { ServiceCIDR } from '../../generated/types/networking/v1.ts';
import type { Rule } from '../api/authorization.ts';
import { firstAddress } from '../kinds/service/address-range.ts';
import { hasFamilies, serviceParts } from '../kinds/service/server-facts.ts';
import type { JsonObject } from '../model/catalog.ts';
import { deepEqual } from '../model/equal.ts';
import type { Vocabulary } from '../model/vocabulary.ts';
import { cidrText } from '../scalars/addresses.ts';
import type { Target } from './actor.ts';
import type { ControllerContext, RunningController } from './contract.ts';
import { ensureObject } from './ensure-object.ts';
import { firstRound, startLoop } from './loop.ts';
import { endpoints, keepEndpoints, keepSlice, ownEndpointsRules, slicesOf } from './own-endpoints.ts';

const controllerName = 'own-service';
const services = 'services';
const namespace = 'default';
/** HTTPS port of the Service. */
const port = 443;

export function ownServiceRules(vocabulary: Vocabulary): readonly Rule[] {
	const { groupDomain } = vocabulary;
	return [
		...ownEndpointsRules(vocabulary),
		{ verbs: ['list', 'watch', 'create', 'update'], groups: [''], resources: [services] },
		{ verbs: ['list', 'watch', 'create', 'update'], groups: [`networking.${groupDomain}`], resources: ['servicecidrs', 'servicecidrs/status'] },
	];
}

/** Resolves when the Service exists. A failure is reported and retried; nothing else in the server depends on it. */
export async function startOwnService(context: ControllerContext): Promise<RunningController> {
	const { verbs } = context;
	const name = verbs.vocabulary.product;
	const kept = keepersOf(context, name).filter(({ storageName }) => verbs.stored(storageName) !== undefined);
	const work = async (): Promise<void> => {
		for (const { keep } of kept) await keep();
	};
	const failed = await firstRound(context, controllerName, [name], work);
	return startLoop(context, {
		name: controllerName,
		follows(add) {
			failed.forEach(add);
			return kept.map(({ storageName }) => ({
				storageName,
				// Servers with one store and different ports or addresses would otherwise overwrite each other endlessly.
				seen: (type) => {
					if (type === 'DELETED' || (type === 'MODIFIED' && !context.shared)) add(name);
				},
				only: { name, missed: () => add(name) },
			}));
		},
		work,
	});
}

interface Keeper {
	readonly storageName: string;
	readonly keep: () => Promise<void>;
}

/** Returns the maintained objects, each after those it depends on. */
function keepersOf(context: ControllerContext, name: string): readonly Keeper[] {
	const { advertisedAddress: ip, verbs } = context;
	const ranges = rangesOf(verbs.vocabulary);
	const slices = slicesOf(verbs.vocabulary);
	const service: readonly Keeper[] = [
		{ storageName: ranges, keep: () => keepRange(context, { storageName: ranges, namespace: '', name }) },
		{ storageName: services, keep: () => keepService(context, name) },
	];
	if (ip === undefined) return service;
	return [
		...service,
		{ storageName: endpoints, keep: () => keepEndpoints(context, { storageName: endpoints, namespace, name }, ip) },
		{ storageName: slices, keep: () => keepSlice(context, { storageName: slices, namespace, name }, ip) },
	];
}

const rangesOf = ({ groupDomain }: Vocabulary): string => `servicecidrs.networking.${groupDomain}`;

const capitalized = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

async function keepService(context: ControllerContext, name: string): Promise<void> {
	const { actor, verbs, kinds, securePort } = context;
	const { release, gates, services: ranges } = kinds;
	const [range] = ranges.clusterIps;
	if (range === undefined) return;
	const target = { storageName: services, namespace, name };
	const policy = hasFamilies(serviceParts(verbs.vocabulary, gates, release, ranges)) ? { ipFamilyPolicy: 'SingleStack' } : {};
	const ports = [{ name: 'https', protocol: 'TCP', port, targetPort: securePort() }];
	const spec = { type: 'ClusterIP', clusterIP: firstAddress(range), ports, sessionAffinity: 'None', ...policy };
	const labels = { component: 'apiserver', provider: verbs.vocabulary.product };
	await actor.ensure(target, { metadata: { name, namespace, labels }, spec });
	await ensureObject(context, target, (old) => {
		const { spec: before = {} } = old as Service;
		const isRight = before.type === 'ClusterIP' && deepEqual((before.ports ?? []) as unknown as JsonObject[], ports);
		return isRight ? undefined : { ...old, spec: { ...(before as JsonObject), type: 'ClusterIP', ports } };
	});
}

/** Maintains the ServiceCIDR. Adds the flag's second IP family to a single range; other existing ranges stay. */
async function keepRange(context: ControllerContext, target: Target): Promise<void> {
	const { actor, verbs, kinds } = context;
	const cidrs = kinds.services.clusterIps.map(cidrText);
	await actor.ensure(target, { spec: { cidrs } });
	await ensureObject(context, target, (old) => {
		const before = (old as ServiceCIDR).spec?.cidrs ?? [];
		const isExtended = cidrs.length === 2 && before.length === 1 && before[0] === cidrs[0];
		return isExtended ? { ...old, spec: { cidrs } } : undefined;
	});
	await ensureObject(context, { ...target, subresource: 'status' }, (old) => {
		const { metadata, spec, status } = old as ServiceCIDR;
		const conditions = status?.conditions ?? [];
		const isOurs = deepEqual(spec?.cidrs ?? [], cidrs) && metadata?.deletionTimestamp === undefined;
		if (!isOurs || conditions.some(({ type, status: is }) => type === 'Ready' && is !== 'Unknown')) return undefined;
		const message = `${capitalized(verbs.vocabulary.product)} default Service CIDR is ready`;
		const ready = { type: 'Ready', status: 'True', lastTransitionTime: verbs.clock.now(), reason: '', message };
		return { ...old, status: { conditions: [...conditions.filter(({ type }) => type !== 'Ready'), ready] } } as unknown as JsonObject;
	});
}
