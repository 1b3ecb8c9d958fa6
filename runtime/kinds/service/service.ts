/**
 * Service: addresses and ports are unique. They are allocated before validation, as in Kubernetes, and stored as claims with the Service.
 */
import type { Hooks } from '../../../generated/hooks.ts';
import type { Service } from '../../../generated/types/core/v1.ts';
import type { Claim, HookContext } from '../../api/hooks.ts';
import { readIp } from '../../scalars/addresses.ts';
import { addressWarnings } from '../endpoints/addresses.ts';
import type { AgentAccess } from '../node/agent-access.ts';
import { addressChanges } from './address-rules.ts';
import { serviceCells } from './cells.ts';
import { addressesOf, giveClusterIps, heldIps, knownFamilies, settleClusterIps } from './cluster-ips.ts';
import { setDefaults } from './defaults.ts';
import { dropDependentFields, dropUnused } from './dependent-fields.ts';
import { familyName, settleFamilies } from './families.ts';
import { giveNodePorts, heldPorts, keepNodePorts, nodePortRows } from './node-ports.ts';
import { serviceProxy } from './proxy.ts';
import { nameViolations, serviceViolations, statusViolations } from './rules.ts';
import { hasFamilies, type ServiceParts } from './server-facts.ts';
import { strictStatus, strictViolations } from './strict.ts';
import { balancerChanges } from './updates.ts';
import { serviceWarnings } from './warnings.ts';

export function serviceHooks(parts: ServiceParts, agents: AgentAccess): NonNullable<Hooks['core/services']> {
	const give = ({ spec, metadata }: Service, old: Service | undefined, { dryRun, stored }: HookContext): void => {
		if (spec === undefined) return;
		const name = metadata?.name ?? '';
		const asking = { name, dryRun, stored };
		settleClusterIps(spec, old?.spec, parts);
		if (hasFamilies(parts)) settleFamilies(spec, old?.spec, knownFamilies(parts), name, parts);
		giveClusterIps(spec, old?.spec, asking, parts);
		if (old?.spec !== undefined) keepNodePorts(spec, old.spec, parts);
		giveNodePorts(spec, old?.spec, asking, parts);
	};
	return {
		normalize: (service) => setDefaults(service, parts),
		prepareForCreate(service, context) {
			give(service, undefined, context);
			if (service.spec !== undefined) dropUnused(service.spec);
		},
		prepareForUpdate(service, old, context) {
			if (context.subresource !== '') return;
			give(service, old, context);
			dropDependentFields(service, old, parts);
			if (service.spec !== undefined) dropUnused(service.spec);
		},
		updateWarnings: () => 'everything',
		// Conditions are not validated. Addresses are validated below, in the wording of each release.
		tolerates: ({ field = '' }) => field.startsWith('status.conditions') || /^status\.loadBalancer\.ingress\[\d+\]\.ip$/.test(field),
		validate: (service, { subresource }) => (subresource === 'status' ? statusViolations(service, parts) : serviceViolations(service, parts)),
		validateCreate(service, { warnings }) {
			warnings.push(...serviceWarnings(service, parts));
			return [...nameViolations(service, parts), ...strictViolations(service, undefined, parts)];
		},
		validateUpdate(service, old, { subresource, warnings }) {
			if (subresource === 'status') {
				if (parts.since('1.33')) warnings.push(...statusWarnings(service));
				return strictStatus(service, old, parts);
			}
			warnings.push(...serviceWarnings(service, parts));
			const { spec = {} } = service;
			return [...addressChanges(spec, old.spec ?? {}, parts), ...balancerChanges(spec, old.spec ?? {}), ...strictViolations(service, old, parts)];
		},
		claims: (service) => claimsOf(service, parts),
		// The endpoints are deleted with the Service: their controller may be late, and a new Service of the same name needs its own.
		deletesWith: ['endpoints'],
		cells: serviceCells,
		connects: { proxy: serviceProxy(agents) },
	};
}

function statusWarnings({ status }: Service): string[] {
	return (status?.loadBalancer?.ingress ?? []).flatMap(({ ip = '' }, index) => (ip === '' ? [] : addressWarnings(ip, `status.loadBalancer.ingress[${index}]`)));
}

/** Returns the claims. Addresses are objects in later releases, and are stored as such in all. */
function claimsOf({ metadata, spec = {} }: Service, parts: ServiceParts): readonly Claim[] {
	const { groupDomain, labelDomain } = parts.vocabulary;
	const parentRef = { resource: 'services', namespace: metadata?.namespace ?? '', name: metadata?.name ?? '' };
	const ips = heldIps(spec, parts).map((name): Claim => {
		const family = familyName(readIp(name)?.family ?? 4);
		const labels = { [`ipaddress.${labelDomain}/ip-family`]: family, [`ipaddress.${labelDomain}/managed-by`]: `ipallocator.${groupDomain}` };
		return { resource: addressesOf(parts), name, kind: 'IPAddress', apiVersion: `networking.${groupDomain}/v1`, labels, spec: { parentRef } };
	});
	const ports = heldPorts(spec).map(
		(port): Claim => ({ resource: nodePortRows, name: String(port), kind: 'ServiceNodePort', apiVersion: 'v1', labels: {}, spec: { parentRef } }),
	);
	return [...ips, ...ports];
}
