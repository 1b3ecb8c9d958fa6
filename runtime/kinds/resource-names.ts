/** Names and amounts of resources, in containers, nodes, limit ranges and quotas. */
import { type Cause, invalidValue } from '../model/cause.ts';
import { checkQualifiedName } from '../scalars/formats.ts';
import { parseQuantity } from '../scalars/quantity.ts';

export const hugePages = 'hugepages-';
export const nanosOfOne = 1_000_000_000n;

const ofContainers: ReadonlySet<string> = new Set(['cpu', 'memory', 'ephemeral-storage']);
/** Resources that count objects in a namespace; amounts are integers. */
const counted: ReadonlySet<string> = new Set(
	['pods', 'services', 'replicationcontrollers', 'resourcequotas', 'secrets', 'configmaps', 'persistentvolumeclaims'].concat(
		'services.nodeports',
		'services.loadbalancers',
	),
);
const ofQuotas: ReadonlySet<string> = new Set([
	...ofContainers,
	...counted,
	...['requests.cpu', 'requests.memory', 'requests.storage', 'requests.ephemeral-storage'],
	...['limits.cpu', 'limits.memory', 'limits.ephemeral-storage'],
]);

/** Reports whether the name is a known one without domain; quotas and containers allow only some of these. */
function isStandard(name: string): boolean {
	return name === 'storage' || isOfQuotas(name);
}

export function isOfQuotas(name: string): boolean {
	return ofQuotas.has(name) || name.startsWith(hugePages) || name.startsWith(`requests.${hugePages}`);
}

function isOfContainers(name: string): boolean {
	return ofContainers.has(name) || name.startsWith(hugePages);
}

/** Reports whether the resource is the platform's own, with fractional amounts. */
export function isNative(name: string, labelDomain: string): boolean {
	return !name.includes('/') || name.includes(`${labelDomain}/`);
}

/** Reports whether the resource is an extended one, such as a device, with integer amounts. */
export function isExtended(name: string, labelDomain: string): boolean {
	return !isNative(name, labelDomain) && !name.startsWith('requests.') && checkQualifiedName(`requests.${name}`).length === 0;
}

export function nameViolations(name: string, path: string): Cause[] {
	const malformed = checkQualifiedName(name).map((why) => invalidValue(path, name, why));
	if (malformed.length > 0 || name.includes('/') || isStandard(name)) return malformed;
	return [invalidValue(path, name, 'must be a standard resource type or fully qualified')];
}

export function containerNameViolations(name: string, path: string, labelDomain: string): Cause[] {
	const causes = nameViolations(name, path);
	if (!name.includes('/')) return isOfContainers(name) ? causes : [...causes, invalidValue(path, name, 'must be a standard resource for containers')];
	if (isNative(name, labelDomain) || isExtended(name, labelDomain)) return causes;
	return [...causes, invalidValue(path, name, "doesn't follow extended resource name standard")];
}

/** Validates an amount: not negative, and an integer for counted and extended resources. */
export function amountViolations(name: string, text: string, path: string, labelDomain: string): Cause[] {
	const { nano } = parseQuantity(text);
	const causes = nano < 0n ? [invalidValue(path, text, 'must be greater than or equal to 0')] : [];
	const isWhole = nano % nanosOfOne === 0n || !(counted.has(name) || isExtended(name, labelDomain));
	return isWhole ? causes : [...causes, invalidValue(path, text, 'must be an integer')];
}
