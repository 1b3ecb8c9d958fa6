/** LimitRange: names of resources, and the order of limits. */
import { randomUUID } from 'node:crypto';
import type { LimitRange, LimitRangeItem } from '../../generated/types/core/v1.ts';
import type { KindHooks } from '../api/hooks.ts';
import { type Cause, forbiddenField, invalidValue, required } from '../model/cause.ts';
import type { Vocabulary } from '../model/vocabulary.ts';
import { checkQualifiedName } from '../scalars/formats.ts';
import { compareQuantities, parseQuantity } from '../scalars/quantity.ts';
import type { Amounts } from '../scalars/resource-list.ts';
import { containerNameViolations, hugePages, isNative, nameViolations, nanosOfOne } from './resource-names.ts';

export function limitRangeHooks({ labelDomain }: Vocabulary): KindHooks<LimitRange> {
	return {
		prepareForCreate(range) {
			const { metadata = {} } = range;
			if (!metadata.name) range.metadata = { ...metadata, name: randomUUID() };
		},
		validate: ({ spec }) => (spec?.limits ?? []).flatMap((item, index) => itemViolations(item, `spec.limits[${index}]`, labelDomain)),
	};
}

const types: ReadonlySet<string> = new Set(['Pod', 'Container', 'PersistentVolumeClaim']);
const lists = ['max', 'min', 'default', 'defaultRequest', 'maxLimitRequestRatio'] as const;
const ofOne: readonly string[] = ['default', 'defaultRequest'];

function itemViolations(item: LimitRangeItem, path: string, labelDomain: string): Cause[] {
	const { type = '' } = item;
	const ofContainers = type === 'Pod' || type === 'Container';
	// A pod has no defaults of its own; those of its containers add up.
	const used = lists.filter((list) => type !== 'Pod' || !ofOne.includes(list));
	const unused = lists.filter((list) => !used.includes(list) && Object.keys(item[list] ?? {}).length > 0);
	const names = new Set(used.flatMap((list) => Object.keys(item[list] ?? {})));
	const amounts: AmountLists = Object.fromEntries(used.map((list) => [list, item[list] ?? {}]));
	return [
		...typeViolations(type, `${path}.type`),
		...used.flatMap((list) =>
			Object.keys(item[list] ?? {}).flatMap((name) =>
				ofContainers ? containerNameViolations(name, `${path}.${list}[${name}]`, labelDomain) : nameViolations(name, `${path}.${list}[${name}]`),
			),
		),
		...unused.map((list) => forbiddenField(`${path}.${list}`, "may not be specified when `type` is 'Pod'")),
		...(type === 'PersistentVolumeClaim' && !Object.hasOwn(item.min ?? {}, 'storage') && !Object.hasOwn(item.max ?? {}, 'storage')
			? [required(`${path}.limits`, 'either minimum or maximum storage value is required, but neither was provided')]
			: []),
		...[...names].flatMap((name) => [
			...orderViolations(name, amounts, path),
			...ratioViolations(name, amounts, path),
			...sharingViolations(name, amounts, path, labelDomain),
		]),
	];
}

function typeViolations(type: string, path: string): Cause[] {
	const malformed = checkQualifiedName(type).map((why) => invalidValue(path, type, why));
	if (malformed.length > 0 || type.includes('/') || types.has(type)) return malformed;
	return [invalidValue(path, type, 'must be a standard limit type or fully qualified')];
}

type List = (typeof lists)[number];
type AmountLists = { readonly [K in List]?: Amounts };

function amountOf(amounts: AmountLists, list: List, name: string): string | undefined {
	const named = amounts[list] ?? {};
	return Object.hasOwn(named, name) ? named[name] : undefined;
}

/** Pairs of limits: the first must not exceed the second. `blamed` and `shown`: field and value in the cause. */
const orders: readonly { readonly less: List; readonly more: List; readonly blamed: List; readonly shown: List; readonly words: readonly [string, string] }[] =
	[
		{ less: 'min', more: 'max', blamed: 'min', shown: 'min', words: ['min', 'max'] },
		{ less: 'min', more: 'defaultRequest', blamed: 'defaultRequest', shown: 'defaultRequest', words: ['min', 'default request'] },
		{ less: 'defaultRequest', more: 'max', blamed: 'defaultRequest', shown: 'defaultRequest', words: ['default request', 'max'] },
		{ less: 'defaultRequest', more: 'default', blamed: 'defaultRequest', shown: 'defaultRequest', words: ['default request', 'default limit'] },
		{ less: 'min', more: 'default', blamed: 'default', shown: 'min', words: ['min', 'default'] },
		{ less: 'default', more: 'max', blamed: 'default', shown: 'max', words: ['default', 'max'] },
	];

function orderViolations(name: string, amounts: AmountLists, path: string): Cause[] {
	return orders.flatMap(({ less, more, blamed, shown, words: [lesser, greater] }) => {
		const low = amountOf(amounts, less, name);
		const high = amountOf(amounts, more, name);
		if (low === undefined || high === undefined || compareQuantities(parseQuantity(low), parseQuantity(high)) <= 0) return [];
		return [invalidValue(`${path}.${blamed}[${name}]`, amountOf(amounts, shown, name), `${lesser} value ${low} is greater than ${greater} value ${high}`)];
	});
}

function ratioViolations(name: string, amounts: AmountLists, path: string): Cause[] {
	const ratio = amountOf(amounts, 'maxLimitRequestRatio', name);
	if (ratio === undefined) return [];
	const at = `${path}.maxLimitRequestRatio[${name}]`;
	const { nano } = parseQuantity(ratio);
	const causes = nano < nanosOfOne ? [invalidValue(at, ratio, `ratio ${ratio} is less than 1`)] : [];
	const min = amountOf(amounts, 'min', name);
	const max = amountOf(amounts, 'max', name);
	if (min === undefined || max === undefined) return causes;
	const most = Number(parseQuantity(max).nano) / Number(parseQuantity(min).nano);
	if (Number(nano) / Number(nanosOfOne) <= most) return causes;
	return [...causes, invalidValue(at, ratio, `ratio ${ratio} is greater than max/min = ${most.toFixed(6)}`)];
}

/** Checks that resources that cannot be overcommitted (devices, huge pages) have equal requests and limits. */
function sharingViolations(name: string, amounts: AmountLists, path: string, labelDomain: string): Cause[] {
	const limit = amountOf(amounts, 'default', name);
	const request = amountOf(amounts, 'defaultRequest', name);
	if (limit === undefined || request === undefined || (isNative(name, labelDomain) && !name.startsWith(hugePages))) return [];
	if (compareQuantities(parseQuantity(limit), parseQuantity(request)) === 0) return [];
	return [invalidValue(`${path}.defaultRequest[${name}]`, request, `default value ${limit} must equal to defaultRequest value ${request} in ${name}`)];
}
