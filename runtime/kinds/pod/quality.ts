/** Quality of service class of a pod, from CPU and memory of its containers or, when set, of the pod. */
import type { Container, Pod } from '../../../generated/types/core/v1.ts';
import { compareQuantities, parseQuantity, type Quantity } from '../../scalars/quantity.ts';

const counted = ['cpu', 'memory'] as const;
type Sums = Partial<Record<(typeof counted)[number], Quantity>>;

export function qualityOfService({ spec }: Pod): 'Guaranteed' | 'Burstable' | 'BestEffort' {
	const requests: Sums = {};
	const limits: Sums = {};
	let everyLimit = true;
	const containers: readonly Pick<Container, 'resources'>[] = [...(spec?.containers ?? []), ...(spec?.initContainers ?? [])];
	for (const { resources } of spec?.resources === undefined ? containers : [spec]) {
		add(requests, resources?.requests);
		everyLimit = add(limits, resources?.limits) === counted.length && everyLimit;
	}
	if (Object.keys(requests).length === 0 && Object.keys(limits).length === 0) return 'BestEffort';
	return everyLimit && counted.every((name) => same(requests[name], limits[name])) ? 'Guaranteed' : 'Burstable';
}

/** Adds amounts. Returns the number of counted resources above zero. */
function add(sums: Sums, amounts: Readonly<Record<string, string>> | undefined): number {
	let found = 0;
	for (const name of counted) {
		const text = amounts !== undefined && Object.hasOwn(amounts, name) ? amounts[name] : undefined;
		if (text === undefined) continue;
		const amount = parseQuantity(text);
		if (amount.nano <= 0n) continue;
		const sum = sums[name];
		sums[name] = sum === undefined ? amount : { ...amount, nano: sum.nano + amount.nano };
		found++;
	}
	return found;
}

function same(a: Quantity | undefined, b: Quantity | undefined): boolean {
	return a === undefined || b === undefined ? a === b : compareQuantities(a, b) === 0;
}
