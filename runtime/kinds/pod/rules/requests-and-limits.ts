/** Validates requests and limits of containers and, from 1.32 on, of whole pods: names, amounts, requests within limits. */
import type { PodSpec, ResourceRequirements } from '../../../../generated/types/core/v1.ts';
import { type Cause, forbiddenField, invalidValue, notSupported, required } from '../../../model/cause.ts';
import { compareQuantities, formatQuantity, parseQuantity, QuantityError } from '../../../scalars/quantity.ts';
import type { Amounts } from '../../../scalars/resource-list.ts';
import { amountViolations, containerNameViolations, hugePages, isNative, nameViolations, nanosOfOne } from '../../resource-names.ts';
import { containerSums, isHugePages, isShared, sharedNames } from '../shared-resources.ts';
import { claimNameViolations } from './claim-names.ts';

type NameViolations = typeof containerNameViolations;

/** Validates pod-level resources, from 1.32 on (KEP 2837): containers share them, and none may exceed them. */
export function podResourceViolations(spec: PodSpec, path: string, labelDomain: string): Cause[] {
	const { resources, containers } = spec;
	if (resources === undefined) return [];
	if (spec.os?.name === 'windows') return [forbiddenField(path, 'may not be set for a windows pod')];
	const { limits = {}, claims } = resources;
	const claimed = (spec.resourceClaims ?? []).map(({ name }) => name ?? '');
	return [
		...(claims === undefined ? [] : [forbiddenField(`${path}.claims`, 'claims may not be set for Resources at pod-level')]),
		...claimNameViolations(claims ?? [], claimed, `${path}.claims`),
		...resourceViolations(resources, path, labelDomain, sharedNameViolations),
		...sumViolations(spec, resources, path),
		...(containers ?? []).flatMap(({ resources: own }, index) =>
			Object.entries(own?.limits ?? {}).flatMap(([name, limit]) => {
				const most = Object.hasOwn(limits, name) ? limits[name] : undefined;
				if (most === undefined || compareQuantities(parseQuantity(limit), parseQuantity(most)) <= 0) return [];
				return [invalidValue(`${path}.containers[${index}][${name}].limits`, limit, `must be less than or equal to pod limits of ${most}`)];
			}),
		),
	];
}

/** Checks the sums of all containers. Huge pages have equal requests and limits. */
function sumViolations(spec: PodSpec, { requests = {}, limits = {} }: ResourceRequirements, path: string): Cause[] {
	const lists = [
		{ list: 'requests', amounts: requests, counts: () => true },
		{ list: 'limits', amounts: limits, counts: isHugePages },
	] as const;
	return lists.flatMap(({ list, amounts, counts }) => {
		const known = Object.keys(amounts).filter(counts);
		if (known.length === 0) return [];
		const sums = containerSums(spec, list);
		return known.flatMap((name) => {
			const amount = amounts[name] ?? '0';
			const sum = sums.get(name);
			if (sum === undefined || compareQuantities(sum, parseQuantity(amount)) <= 0) return [];
			return [invalidValue(`${path}.${list}[${name}]`, amount, `must be greater than or equal to aggregate container ${list} of ${formatQuantity(sum)}`)];
		});
	});
}

function sharedNameViolations(name: string, path: string): Cause[] {
	const causes = nameViolations(name, path);
	return causes.length > 0 || isShared(name) ? causes : [notSupported(path, name, sharedNames)];
}

/** Validates requests and limits. `labelDomain`: domain of the platform's own resources, which may be fractional. */
export function resourceViolations(
	{ limits = {}, requests = {} }: ResourceRequirements,
	path: string,
	labelDomain: string,
	checkName: NameViolations = containerNameViolations,
): Cause[] {
	const amounts = (list: Amounts, at: string): Cause[] =>
		Object.entries(list).flatMap(([name, text]) => [
			...checkName(name, `${at}[${name}]`, labelDomain),
			...amountViolations(name, text, `${at}[${name}]`, labelDomain),
			...pageViolations(name, text, `${at}[${name}]`),
		]);
	return [
		...amounts(limits, `${path}.limits`),
		...amounts(requests, `${path}.requests`),
		...Object.keys(requests).flatMap((name) => requestViolations(name, requests, limits, path, labelDomain)),
		...hugePageViolations([...Object.keys(limits), ...Object.keys(requests)], path),
	];
}

function pageViolations(name: string, text: string, path: string): Cause[] {
	const { nano } = parseQuantity(text);
	if (!name.startsWith(hugePages) || isWholePages(name, nano)) return [];
	return [invalidValue(path, text, `${text} is not positive integer multiple of ${name}`)];
}

/** Reports whether the amount is a multiple of the page size in the name. */
function isWholePages(name: string, nano: bigint): boolean {
	try {
		const page = parseQuantity(name.slice(hugePages.length)).nano;
		return page > 0n && page % nanosOfOne === 0n && nano % page === 0n;
	} catch (error) {
		if (error instanceof QuantityError) return false;
		throw error;
	}
}

/** Checks that resources that cannot be overcommitted (devices, huge pages) have equal requests and limits. */
function requestViolations(name: string, requests: Amounts, limits: Amounts, path: string, labelDomain: string): Cause[] {
	const asked = requests[name] ?? '0';
	const limit = Object.hasOwn(limits, name) ? limits[name] : undefined;
	const shared = isNative(name, labelDomain) && !name.startsWith(hugePages);
	if (limit === undefined) return shared ? [] : [required(`${path}.limits`, 'Limit must be set for non overcommitable resources')];
	const order = compareQuantities(parseQuantity(asked), parseQuantity(limit));
	if (order !== 0 && !shared) return [invalidValue(`${path}.requests`, asked, `must be equal to ${name} limit of ${limit}`)];
	return order > 0 ? [invalidValue(`${path}.requests`, asked, `must be less than or equal to ${name} limit of ${limit}`)] : [];
}

function hugePageViolations(names: readonly string[], path: string): Cause[] {
	const alone = names.some((name) => name.startsWith(hugePages)) && !names.includes('cpu') && !names.includes('memory');
	return alone ? [forbiddenField(path, 'HugePages require cpu or memory')] : [];
}
