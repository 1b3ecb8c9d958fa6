/** EndpointSlice: addresses of one family, topology, and deprecated fields that are still written. */
import type { Endpoint, EndpointHints, EndpointSlice } from '../../../generated/types/discovery/v1.ts';
import type { HookContext, KindHooks } from '../../api/hooks.ts';
import { checkLabels } from '../../api/labels.ts';
import type { JsonObject, JsonValue, Release } from '../../model/catalog.ts';
import { type Cause, duplicate, invalidValue, required, tooMany } from '../../model/cause.ts';
import { deepEqual } from '../../model/equal.ts';
import { compareReleases } from '../../model/release.ts';
import type { Vocabulary } from '../../model/vocabulary.ts';
import { ipProblem, readAnyIp } from '../../scalars/addresses.ts';
import { checkDnsLabel, checkDnsSubdomain, checkLabelValue } from '../../scalars/formats.ts';
import { addressWarnings, firstOf, formViolations, labelViolations, nodeNameViolations, reachViolations } from './addresses.ts';

const most = { addresses: 100, endpoints: 1000, hints: 8, ports: 20_000, topology: 16 } as const;

/** Returns the hooks. `strict`: ambiguous addresses, which older programs read differently, are refused. */
export function endpointSliceHooks(
	{ labelDomain, groupDomain }: Vocabulary,
	release: Release,
	strict: boolean,
): KindHooks<EndpointSlice, 'Ports' | 'Endpoints'> {
	const looksAtForm = compareReleases(release, '1.33') >= 0;
	const hostname = `${labelDomain}/hostname`;
	const managers = [`endpointslice-controller.${groupDomain}`, `endpointslicemirroring-controller.${groupDomain}`];
	const warn = ({ metadata, endpoints }: EndpointSlice, warnings: string[]): void => {
		if (!looksAtForm || managers.includes(metadata?.labels?.[`endpointslice.${labelDomain}/managed-by`] ?? '')) return;
		for (const [index, { addresses }] of (endpoints ?? []).entries()) {
			for (const [at, address] of (addresses ?? []).entries()) warnings.push(...addressWarnings(address, `endpoints[${index}].addresses[${at}]`));
		}
	};
	const violations = (slice: EndpointSlice): Cause[] => endpointsViolations(slice, { strict, ofToday: looksAtForm });
	return {
		cells: ({ ports, endpoints }) => ({
			Ports: firstOf(
				(ports ?? []).map(({ name, port }) => (port === undefined ? (name ?? '*') : String(port))),
				'<unset>',
			),
			Endpoints: firstOf(
				(endpoints ?? []).flatMap(({ addresses }) => addresses ?? []),
				'<unset>',
			),
		}),
		countsInGeneration: ({ metadata }, { metadata: old }) => !deepEqual((metadata?.labels ?? {}) as JsonObject, (old?.labels ?? {}) as JsonObject),
		prepareForCreate: (slice, context) => placeTopology(slice, undefined, hostname, context),
		prepareForUpdate: (slice, old, context) => placeTopology(slice, old, hostname, context),
		updateWarnings: () => 'everything',
		validate: (slice) => [...portsViolations(slice.ports ?? []), ...(looksAtForm ? [] : violations(slice))],
		validateCreate(slice, { warnings }) {
			if (looksAtForm && slice.addressType === 'FQDN') warnings.push('spec.addressType: FQDN endpoints are deprecated');
			warn(slice, warnings);
			return looksAtForm ? violations(slice) : [];
		},
		validateUpdate(slice, old, { warnings }) {
			warn(slice, warnings);
			return looksAtForm && !sameEndpoints(slice, old) ? violations(slice) : [];
		},
	};
}

function sameEndpoints({ endpoints: now }: EndpointSlice, { endpoints: old }: EndpointSlice): boolean {
	return deepEqual((now ?? []) as unknown as JsonValue, (old ?? []) as unknown as JsonValue);
}

/**
 * Sets `deprecatedTopology`. It is the `topology` of v1beta1 and read-only in other versions, where endpoints with the same addresses keep
 * it. A host name in the topology becomes `nodeName` (seed 1, "Versions removed by release").
 */
function placeTopology(slice: EndpointSlice, old: EndpointSlice | undefined, hostname: string, { version }: HookContext): void {
	if (!slice.endpoints?.length || (old !== undefined && sameEndpoints(slice, old))) return;
	if (version === 'v1beta1') {
		slice.endpoints = slice.endpoints.map((endpoint) => nodeNamed(endpoint, hostname));
		return;
	}
	const stored = new Map((old?.endpoints ?? []).map(({ addresses, deprecatedTopology }) => [JSON.stringify(addresses), deprecatedTopology]));
	const hosts = new Set([...stored.values()].flatMap((topology) => topology?.[hostname] ?? []));
	slice.endpoints = slice.endpoints.map(({ deprecatedTopology: sent, ...endpoint }) => {
		const kept = stored.get(JSON.stringify(endpoint.addresses));
		if (kept !== undefined) return nodeNamed({ ...endpoint, deprecatedTopology: kept }, hostname);
		const host = sent?.[hostname];
		return host !== undefined && hosts.has(host) && lacksNode(endpoint, host) ? { ...endpoint, nodeName: host } : endpoint;
	});
}

function nodeNamed(endpoint: Endpoint, hostname: string): Endpoint {
	const { [hostname]: host, ...others } = endpoint.deprecatedTopology ?? {};
	if (host === undefined || !lacksNode(endpoint, host)) return endpoint;
	const { deprecatedTopology: _, ...placed } = { ...endpoint, nodeName: host };
	return Object.keys(others).length === 0 ? placed : { ...placed, deprecatedTopology: others };
}

/** Reports whether the host becomes the node name. An invalid node name stays in the topology. */
function lacksNode({ nodeName }: Endpoint, host: string): boolean {
	return nodeName === undefined && checkDnsSubdomain(host).length === 0;
}

interface Strictness {
	readonly strict: boolean;
	/** True for the rules since 1.33. */
	readonly ofToday: boolean;
}

function endpointsViolations({ endpoints, addressType }: EndpointSlice, strictness: Strictness): Cause[] {
	const all = endpoints ?? [];
	if (all.length > most.endpoints) return [tooMany('endpoints', all.length, most.endpoints)];
	return all.flatMap((endpoint, index) => [
		...addressesViolations(endpoint, `endpoints[${index}].addresses`, addressType, strictness),
		...placeViolations(endpoint, `endpoints[${index}]`),
		...(endpoint.hints === undefined ? [] : hintViolations(endpoint.hints, `endpoints[${index}].hints`)),
	]);
}

function addressesViolations({ addresses }: Endpoint, path: string, type: string, strictness: Strictness): Cause[] {
	const all = addresses ?? [];
	if (all.length === 0) return [required(path, 'must contain at least 1 address')];
	return [
		...(all.length > most.addresses ? [tooMany(path, all.length, most.addresses)] : []),
		...all.flatMap((address, at) => addressViolations(address, { whole: path, one: `${path}[${at}]` }, type, strictness)),
	];
}

function addressViolations(address: string, at: { readonly whole: string; readonly one: string }, type: string, { strict, ofToday }: Strictness): Cause[] {
	if (type === 'FQDN') return hostViolations(address, at.one);
	if (type !== 'IPv4' && type !== 'IPv6') return [];
	const family = type === 'IPv4' ? 4 : 6;
	if (!ofToday) {
		const isOne = readAnyIp(address)?.family === family;
		return [...(isOne ? [] : [invalidValue(at.one, address, `must be a valid ${type} address`)]), ...reachViolations(address, at.one)];
	}
	const why = family === 6 ? ipProblem(address) : undefined;
	const malformed = family === 6 ? (why === undefined ? [] : [invalidValue(at.one, address, why)]) : formViolations(address, at.one, strict);
	if (malformed.length > 0) return malformed;
	const other = readAnyIp(address)?.family === family ? [] : [invalidValue(at.whole, address, `must be an ${type} address`)];
	return [...other, ...reachViolations(address, at.one)];
}

function hostViolations(host: string, path: string): Cause[] {
	if (host === '') return [required(path)];
	const name = host.replace(/\.$/, '');
	const malformed = checkDnsSubdomain(name);
	if (malformed.length > 0) return [invalidValue(path, name, malformed.join(','))];
	if (!name.includes('.')) return [invalidValue(path, name, 'should be a domain with at least two segments separated by dots')];
	const label = name.split('.').find((each) => checkDnsLabel(each).length > 0);
	return label === undefined ? [] : [invalidValue(path, label, checkDnsLabel(label).join(','))];
}

function placeViolations({ nodeName, hostname, deprecatedTopology = {} }: Endpoint, path: string): Cause[] {
	const causes: Cause[] = [];
	checkLabels(deprecatedTopology, `${path}.deprecatedTopology`, causes);
	const entries = Object.keys(deprecatedTopology).length;
	return [
		...nodeNameViolations(nodeName, `${path}.nodeName`),
		...(entries > most.topology ? [tooMany(`${path}.deprecatedTopology`, entries, most.topology)] : []),
		...causes,
		...(hostname === undefined ? [] : labelViolations(hostname, `${path}.hostname`)),
	];
}

function hintViolations({ forZones = [], forNodes = [] }: EndpointHints, path: string): Cause[] {
	if (forZones.length > most.hints) return [tooMany(`${path}.forZones`, forZones.length, most.hints)];
	const zones = namedOnce(forZones, `${path}.forZones`, (name, at) => checkLabelValue(name).map((why) => invalidValue(at, name, why)));
	if (forNodes.length > most.hints) return [...zones, tooMany(`${path}.forNodes`, forNodes.length, most.hints)];
	return [...zones, ...namedOnce(forNodes, `${path}.forNodes`, nodeNameViolations)];
}

function namedOnce(all: readonly { readonly name: string }[], path: string, check: (name: string, path: string) => Cause[]): Cause[] {
	const seen = new Set<string>();
	return all.flatMap(({ name }, index) => {
		const at = `${path}[${index}].name`;
		const again = seen.has(name) ? [duplicate(at, name)] : [];
		seen.add(name);
		return [...again, ...check(name, at)];
	});
}

function portsViolations(ports: NonNullable<EndpointSlice['ports']>): Cause[] {
	if (ports.length > most.ports) return [tooMany('ports', ports.length, most.ports)];
	return namedOnce(
		ports.map(({ name = '' }) => ({ name })),
		'ports',
		(name, at) => (name === '' ? [] : labelViolations(name, at)),
	);
}
