/** Pod-level resources (KEP 2837): sums of the containers' resources, and the pod's defaults. */
import type { Container, PodSpec } from '../../../generated/types/core/v1.ts';
import { compareQuantities, formatQuantity, parseQuantity, type Quantity } from '../../scalars/quantity.ts';
import type { Amounts } from '../../scalars/resource-list.ts';
import { hugePages } from '../resource-names.ts';

export const sharedNames: readonly string[] = ['cpu', hugePages, 'memory'];
export const isHugePages = (name: string): boolean => name.startsWith(hugePages);
export const isShared = (name: string): boolean => isHugePages(name) || sharedNames.includes(name);

type Sums = Map<string, Quantity>;

/** Returns the peak demand: all regular containers, or an init container with the restartable ones before it. */
export function containerSums({ containers, initContainers = [] }: Pick<PodSpec, 'containers' | 'initContainers'>, list: 'requests' | 'limits'): Sums {
	const amountsOf = ({ resources }: Container): Amounts => resources?.[list] ?? {};
	const all: Sums = new Map();
	for (const container of containers ?? []) add(all, amountsOf(container));
	const lasting: Sums = new Map();
	const starting: Sums = new Map();
	for (const container of initContainers) {
		if (container.restartPolicy === 'Always') {
			add(all, amountsOf(container));
			add(lasting, amountsOf(container));
			raise(starting, lasting);
		} else {
			const alone: Sums = new Map();
			add(alone, amountsOf(container));
			for (const [name, amount] of lasting) addOne(alone, name, amount);
			raise(starting, alone);
		}
	}
	raise(all, starting);
	return all;
}

/** Sets the pod's requests, after containers' requests have defaulted to their limits, in place. Not for templates. */
export function fillSharedResources(spec: PodSpec): void {
	const { resources } = spec;
	if (resources === undefined) return;
	const { requests = {}, limits = {} } = resources;
	const [allLimits, allRequests] = [{ ...limits }, { ...requests }];
	if (Object.keys(limits).length + Object.keys(requests).length > 0) {
		for (const [name, amount] of containerSums(spec, 'limits')) {
			if (isHugePages(name) && !Object.hasOwn(requests, name) && !Object.hasOwn(limits, name)) allLimits[name] = formatQuantity(amount);
		}
	}
	if (Object.keys(allLimits).length > 0) {
		for (const [name, amount] of containerSums(spec, 'requests')) {
			if (isShared(name) && !isHugePages(name) && !Object.hasOwn(requests, name)) allRequests[name] = formatQuantity(amount);
		}
		for (const [name, limit] of Object.entries(allLimits)) if (isShared(name) && !Object.hasOwn(allRequests, name)) allRequests[name] = limit;
	}
	if (Object.keys(allLimits).length > 0) resources.limits = allLimits;
	if (Object.keys(allRequests).length > 0) resources.requests = allRequests;
}

function add(sums: Sums, amounts: Amounts): void {
	for (const [name, text] of Object.entries(amounts)) addOne(sums, name, parseQuantity(text));
}

function addOne(sums: Sums, name: string, amount: Quantity): void {
	const before = sums.get(name);
	sums.set(name, before === undefined || before.nano === 0n ? amount : { ...before, nano: before.nano + amount.nano });
}

function raise(sums: Sums, least: Sums): void {
	for (const [name, amount] of least) {
		const before = sums.get(name);
		if (before === undefined || compareQuantities(amount, before) > 0) sums.set(name, amount);
	}
}
