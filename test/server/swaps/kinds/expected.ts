/**
 * What a write leaves of one field, and how a version shows it, said anew and apart from what is tested: fields go their ways
 * independently of each other.
 *
 * A snapshot drops what it does not know as soon as it writes, and may do so when it converts; what it knows and was never told, its
 * conversions may fill in with the zero that the field's presence asks for (a flag: with its default), but with no other default:
 * those are filled in by writes alone. So of a field that some snapshot did not know since the last write several values are possible.
 */
import { isDeepStrictEqual } from 'node:util';
import { type FieldPlan, isZero, type Plan, type Value, type VersionName } from './plan.ts';

export type Possible = Value | undefined;

/** How a write changes a field, from what its version shows of it. */
export type FieldChange = (shown: Possible) => Possible;

/** After reading, as the presence of the field asks. */
function read(field: FieldPlan, plan: Plan, version: VersionName, value: Possible): Possible {
	if (!plan.known.has(field.name) || !field.paths.has(version)) return undefined;
	if (field.presence === 'omitZero' && (value === undefined || isZero(value))) return undefined;
	if (field.presence !== 'always' || value !== undefined) return value;
	return field.type === 'flag' ? (defaultOf(field, plan, version) ?? false) : zeroOf(field);
}

function defaulted(field: FieldPlan, plan: Plan, version: VersionName, value: Possible): Possible {
	if (!plan.known.has(field.name) || !field.paths.has(version)) return undefined;
	const isUnset = value === undefined || (field.presence === 'always' && field.type !== 'flag' && isZero(value));
	return isUnset ? (defaultOf(field, plan, version) ?? value) : value;
}

function defaultOf({ name }: FieldPlan, { defaults }: Plan, version: VersionName): Possible {
	return defaults.get(name)?.get(version);
}

function zeroOf({ type }: FieldPlan): Value {
	return type === 'number' ? 0 : '';
}

export function leftOfNew(field: FieldPlan, plan: Plan, version: VersionName, sent: Possible): Possible {
	const here = defaulted(field, plan, version, read(field, plan, version, sent));
	return version === plan.stored ? here : inStorage(field, plan, here);
}

function inStorage(field: FieldPlan, plan: Plan, value: Possible): Possible {
	return defaulted(field, plan, plan.stored, read(field, plan, plan.stored, value));
}

/** A version changes what it can say; what the way itself adds to what was shown and to what is sent is no change. */
export function leftOfChange(field: FieldPlan, plan: Plan, version: VersionName, before: Possible, change: FieldChange): Possible {
	const old = defaulted(field, plan, plan.stored, before);
	if (version === plan.stored) return defaulted(field, plan, version, read(field, plan, version, change(old)));
	const shown = read(field, plan, version, old);
	const sent = field.paths.has(version) ? read(field, plan, version, change(shown)) : undefined;
	const [before_, after] = [shown, sent].map((value) => inStorage(field, plan, defaulted(field, plan, version, value)));
	return read(field, plan, plan.stored, isDeepStrictEqual(before_, after) ? old : after);
}

/** What a version shows of what is stored; it lies as it is in the version in which it is stored. */
export function shownIn(field: FieldPlan, plan: Plan, version: VersionName, stored: Possible): Possible {
	return version === plan.stored ? stored : read(field, plan, version, stored);
}

/** What a field may be by now that was one of these, after all of these snapshots. */
export function byNow(field: FieldPlan, possible: readonly Possible[], plans: readonly Plan[]): readonly Possible[] {
	if (plans.every(({ known }) => known.has(field.name))) return possible;
	const filled = field.presence !== 'always' ? [] : field.type === 'flag' ? [true, false] : [zeroOf(field)];
	return [...possible, undefined, ...filled];
}
