/** What a container asks of its node and may use of it: names of resources, and requests against limits. */
import type { ResourceRequirements } from '../../../generated/types/core/v1.ts';
import { type Cause, forbiddenField, invalidValue, required } from '../../model/cause.ts';
import { checkQualifiedName } from '../../scalars/formats.ts';
import { compareQuantities, parseQuantity, QuantityError } from '../../scalars/quantity.ts';

const ofContainers: ReadonlySet<string> = new Set(['cpu', 'memory', 'ephemeral-storage']);
/** Standard names that belong to quotas, volumes and nodes, not to containers. */
const ofOthers: ReadonlySet<string> = new Set(
	['pods', 'storage', 'services', 'replicationcontrollers', 'resourcequotas', 'secrets', 'configmaps', 'persistentvolumeclaims']
		.concat(['services.nodeports', 'services.loadbalancers', 'requests.cpu', 'requests.memory', 'requests.storage', 'requests.ephemeral-storage'])
		.concat(['limits.cpu', 'limits.memory', 'limits.ephemeral-storage']),
);

const hugePages = 'hugepages-';
const nanosOfOne = 1_000_000_000n;

/** `labelDomain` marks resources of the platform itself, which need not be whole numbers. */
export function resourceViolations({ limits = {}, requests = {} }: ResourceRequirements, path: string, labelDomain: string): Cause[] {
	const isNative = (name: string): boolean => !name.includes('/') || name.includes(`${labelDomain}/`);
	const amounts = (list: Readonly<Record<string, string>>, at: string): Cause[] =>
		Object.entries(list).flatMap(([name, text]) => [
			...nameViolations(name, `${at}[${name}]`, isNative),
			...amountViolations(name, text, `${at}[${name}]`, isNative),
		]);
	return [
		...amounts(limits, `${path}.limits`),
		...amounts(requests, `${path}.requests`),
		...Object.keys(requests).flatMap((name) => requestViolations(name, requests, limits, path, isNative)),
		...hugePageViolations([...Object.keys(limits), ...Object.keys(requests)], path),
	];
}

function nameViolations(name: string, path: string, isNative: (name: string) => boolean): Cause[] {
	const malformed = checkQualifiedName(name).map((why) => invalidValue(path, name, why));
	if (malformed.length > 0) return malformed;
	if (name.includes('/')) {
		const extended = isNative(name) || (!name.startsWith('requests.') && checkQualifiedName(`requests.${name}`).length === 0);
		return extended ? [] : [invalidValue(path, name, "doesn't follow extended resource name standard")];
	}
	if (ofContainers.has(name) || name.startsWith(hugePages)) return [];
	const unknown = ofOthers.has(name) ? [] : [invalidValue(path, name, 'must be a standard resource type or fully qualified')];
	return [...unknown, invalidValue(path, name, 'must be a standard resource for containers')];
}

function amountViolations(name: string, text: string, path: string, isNative: (name: string) => boolean): Cause[] {
	const { nano } = parseQuantity(text);
	if (nano < 0n) return [invalidValue(path, text, 'must be greater than or equal to 0')];
	if (name.startsWith(hugePages) && !isWholePages(name, nano)) return [invalidValue(path, text, `${text} is not positive integer multiple of ${name}`)];
	return isNative(name) || nano % nanosOfOne === 0n ? [] : [invalidValue(path, text, 'must be an integer')];
}

/** The size of a page stands in the name. */
function isWholePages(name: string, nano: bigint): boolean {
	try {
		const page = parseQuantity(name.slice(hugePages.length)).nano;
		return page > 0n && page % nanosOfOne === 0n && nano % page === 0n;
	} catch (error) {
		if (error instanceof QuantityError) return false;
		throw error;
	}
}

type Amounts = Readonly<Record<string, string>>;

/** What cannot be shared beyond what there is (devices, huge pages) is requested exactly as it is limited. */
function requestViolations(name: string, requests: Amounts, limits: Amounts, path: string, isNative: (name: string) => boolean): Cause[] {
	const asked = requests[name] ?? '0';
	const limit = Object.hasOwn(limits, name) ? limits[name] : undefined;
	const shared = isNative(name) && !name.startsWith(hugePages);
	if (limit === undefined) return shared ? [] : [required(`${path}.limits`, 'Limit must be set for non overcommitable resources')];
	const order = compareQuantities(parseQuantity(asked), parseQuantity(limit));
	if (order !== 0 && !shared) return [invalidValue(`${path}.requests`, asked, `must be equal to ${name} limit`)];
	return order > 0 ? [invalidValue(`${path}.requests`, asked, `must be less than or equal to ${name} limit`)] : [];
}

function hugePageViolations(names: readonly string[], path: string): Cause[] {
	const alone = names.some((name) => name.startsWith(hugePages)) && !names.includes('cpu') && !names.includes('memory');
	return alone ? [forbiddenField(path, 'HugePages require cpu or memory')] : [];
}
