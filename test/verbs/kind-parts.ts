/** Parts of a server that hooks of kinds use, in a form for tests. */
import { catalog } from '../../generated/catalog.ts';
import type { HookContext } from '../../runtime/api/hooks.ts';
import type { KindParts } from '../../runtime/kinds/index.ts';
import type { ServiceRanges } from '../../runtime/kinds/service/server-facts.ts';
import { parseCidr } from '../../runtime/scalars/addresses.ts';
import { gatesAt } from '../../runtime/schema/emulated-catalog.ts';

const agents = { addressTypes: ['InternalIP'], port: 10_250, connectMs: 1_000, authorityFile: '', clientFiles: undefined };
const ranges: ServiceRanges = { clusterIps: [parseCidr('10.0.0.0/16')], nodePorts: { first: 30_000, size: 2_768 } };

export function kindParts({
	release = catalog.release,
	gates = {},
	services = {},
	allowPrivileged = true,
}: {
	readonly release?: string;
	readonly gates?: Readonly<Record<string, boolean>>;
	readonly services?: Partial<ServiceRanges>;
	readonly allowPrivileged?: boolean;
} = {}): KindParts {
	return { release, gates: gatesAt({ ...catalog, release }, gates), services: { ...ranges, ...services }, allowPrivileged, agents };
}

/** Store without objects. */
export const nothingStored: HookContext['stored'] = { has: () => false, all: () => [] };
