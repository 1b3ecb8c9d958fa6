/**
 * Maintains Endpoints and EndpointSlice of the server's own Service, which selects no pods. They remain after shutdown, like those of the
 * last server in Kubernetes.
 */
import type { EndpointPort, Endpoints } from '../../generated/types/core/v1.ts';
import type { EndpointSlice } from '../../generated/types/discovery/v1.ts';
import type { Rule } from '../api/authorization.ts';
import { parseWhole } from '../codec/item-form.ts';
import type { JsonObject, JsonValue } from '../model/catalog.ts';
import { deepEqual } from '../model/equal.ts';
import type { Vocabulary } from '../model/vocabulary.ts';
import { readIp } from '../scalars/addresses.ts';
import { noDeleteOptions } from '../verbs/delete/options.ts';
import type { Target } from './actor.ts';
import type { ControllerContext } from './contract.ts';
import { ensureObject } from './ensure-object.ts';

export const endpoints = 'endpoints';
export const slicesOf = ({ groupDomain }: Vocabulary): string => `endpointslices.discovery.${groupDomain}`;

export function ownEndpointsRules({ groupDomain }: Vocabulary): readonly Rule[] {
	return [
		{ verbs: ['list', 'watch', 'create', 'update'], groups: [''], resources: [endpoints] },
		{ verbs: ['list', 'watch', 'create', 'update', 'delete'], groups: [`discovery.${groupDomain}`], resources: ['endpointslices'] },
	];
}

const portsOf = ({ securePort }: ControllerContext): EndpointPort[] => [{ name: 'https', port: securePort(), protocol: 'TCP' }];

/** Writes the Endpoints. Keeps labels besides the one that prevents mirroring into a slice. */
export async function keepEndpoints(context: ControllerContext, target: Target, ip: string): Promise<void> {
	const own = { [`endpointslice.${context.verbs.vocabulary.labelDomain}/skip-mirror`]: 'true' };
	const subsets = [{ addresses: [{ ip }], ports: portsOf(context) }];
	await context.actor.ensure(target, { metadata: { name: target.name, namespace: target.namespace, labels: own }, subsets } as unknown as JsonObject);
	await ensureObject(context, target, (old) => {
		const { metadata, subsets: before } = old as Endpoints;
		const labels = { ...metadata?.labels, ...own };
		const isRight = isSame(metadata?.labels, labels) && isSame(before, subsets);
		return isRight ? undefined : ({ ...old, metadata: { ...metadata, labels }, subsets } as unknown as JsonObject);
	});
}

/** Maintains the EndpointSlice. All its labels belong to the server. */
export async function keepSlice(context: ControllerContext, target: Target, ip: string): Promise<void> {
	const { actor, verbs } = context;
	const labels = { [`${verbs.vocabulary.labelDomain}/service-name`]: target.name };
	const addressType = `IPv${readIp(ip)?.family}`;
	const right = { endpoints: [{ addresses: [ip], conditions: { ready: true } }], ports: portsOf(context) };
	const known = verbs.cache.get(target.storageName, target.namespace, target.name);
	// A slice's address type is immutable.
	if (known !== undefined && (parseWhole(known) as unknown as EndpointSlice).addressType !== addressType) await actor.delete(target, noDeleteOptions);
	const metadata = { name: target.name, namespace: target.namespace, labels };
	await actor.ensure(target, { metadata, addressType, ...right } as unknown as JsonObject);
	await ensureObject(context, target, (old) => {
		const before = old as unknown as EndpointSlice;
		const isRight = isSame(before.metadata?.labels, labels) && isSame(before.endpoints, right.endpoints) && isSame(before.ports, right.ports);
		return isRight ? undefined : ({ ...old, metadata: { ...before.metadata, labels }, ...right } as unknown as JsonObject);
	});
}

/** Generated types are plain JSON. */
const isSame = (a: unknown, b: unknown): boolean => deepEqual(a as JsonValue | undefined, b as JsonValue | undefined);
