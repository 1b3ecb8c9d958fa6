/** Endpoints: reachable addresses and their ports. Invalid values that older releases accepted are valid until they change. */
import type { EndpointAddress, EndpointPort, Endpoints } from '../../../generated/types/core/v1.ts';
import type { KindHooks } from '../../api/hooks.ts';
import type { JsonValue, Release } from '../../model/catalog.ts';
import { type Cause, invalidValue, notSupported, required } from '../../model/cause.ts';
import { deepEqual } from '../../model/equal.ts';
import { compareReleases } from '../../model/release.ts';
import type { Vocabulary } from '../../model/vocabulary.ts';
import { checkQualifiedName } from '../../scalars/formats.ts';
import { addressWarnings, firstOf, formViolations, labelViolations, nodeNameViolations, reachViolations } from './addresses.ts';

/** Returns the hooks. `strict`: ambiguous addresses, which older programs read differently, are refused. */
export function endpointsHooks({ labelDomain }: Vocabulary, release: Release, strict: boolean): KindHooks<Endpoints, 'Endpoints'> {
	const looksAtForm = compareReleases(release, '1.33') >= 0;
	const warn = (endpoints: Endpoints, warnings: string[]): void => {
		const manager = endpoints.metadata?.labels?.[`endpoints.${labelDomain}/managed-by`];
		if (!looksAtForm || manager === 'endpoint-controller') return;
		for (const { ip, path } of addressesOf(endpoints)) warnings.push(...addressWarnings(ip, `${path}.ip`));
	};
	return {
		cells: ({ subsets = [] }) => ({
			Endpoints:
				subsets.length === 0
					? '<none>'
					: firstOf(
							subsets.flatMap(({ addresses = [], ports = [] }) =>
								ports.length === 0 ? addresses.map(({ ip }) => ip) : ports.flatMap(({ port }) => addresses.map(({ ip }) => hostAndPort(ip, port))),
							),
							'',
						),
		}),
		updateWarnings: () => 'everything',
		validate: (endpoints) => (looksAtForm ? [] : violations(endpoints, strict)),
		validateCreate(endpoints, { warnings }) {
			warn(endpoints, warnings);
			return looksAtForm ? violations(endpoints, strict) : [];
		},
		validateUpdate(endpoints, old, { warnings }) {
			warn(endpoints, warnings);
			const isAsBefore = deepEqual(endpoints.subsets as JsonValue | undefined, old.subsets as JsonValue | undefined);
			return looksAtForm && !isAsBefore ? violations(endpoints, strict) : [];
		},
	};
}

function hostAndPort(ip: string, port: number): string {
	return ip.includes(':') ? `[${ip}]:${port}` : `${ip}:${port}`;
}

function addressesOf({ subsets = [] }: Endpoints): (EndpointAddress & { readonly path: string })[] {
	return subsets.flatMap(({ addresses = [], notReadyAddresses = [] }, index) => [
		...addresses.map((address, at) => ({ ...address, path: `subsets[${index}].addresses[${at}]` })),
		...notReadyAddresses.map((address, at) => ({ ...address, path: `subsets[${index}].notReadyAddresses[${at}]` })),
	]);
}

function violations(endpoints: Endpoints, strict: boolean): Cause[] {
	const { subsets = [] } = endpoints;
	return [
		...subsets.flatMap(({ addresses = [], notReadyAddresses = [] }, index) =>
			addresses.length + notReadyAddresses.length > 0 ? [] : [required(`subsets[${index}]`, 'must specify `addresses` or `notReadyAddresses`')],
		),
		...addressesOf(endpoints).flatMap(({ ip, hostname = '', nodeName, path }) => [
			...formViolations(ip, `${path}.ip`, strict),
			...(hostname === '' ? [] : labelViolations(hostname, `${path}.hostname`)),
			...nodeNameViolations(nodeName, `${path}.nodeName`),
			...reachViolations(ip, `${path}.ip`),
		]),
		...subsets.flatMap(({ ports = [] }, index) => ports.flatMap((port, at) => portViolations(port, `subsets[${index}].ports[${at}]`, ports.length > 1))),
	];
}

const protocols: readonly string[] = ['SCTP', 'TCP', 'UDP'];

function portViolations({ name = '', port, protocol = '', appProtocol }: EndpointPort, path: string, isOneOfSeveral: boolean): Cause[] {
	return [
		...(name !== '' ? labelViolations(name, `${path}.name`) : isOneOfSeveral ? [required(`${path}.name`)] : []),
		...(port >= 1 && port <= 65_535 ? [] : [invalidValue(`${path}.port`, port, 'must be between 1 and 65535, inclusive')]),
		...(protocols.includes(protocol) ? [] : [notSupported(`${path}.protocol`, protocol, protocols)]),
		...(appProtocol === undefined ? [] : checkQualifiedName(appProtocol).map((why) => invalidValue(`${path}.appProtocol`, appProtocol, why))),
	];
}
