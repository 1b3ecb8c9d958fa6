/**
 * Predicts the value of one field after a write, and how a version shows it. The model is independent of the code under test, and fields
 * are independent of each other.
 *
 * A snapshot drops fields that it does not know when it writes, and may drop them when it converts. Its conversions may fill in a field
 * that was never set with the zero that the field's presence requires (a flag: with its default). Other defaults are filled in by writes
 * only. So a field that some snapshot since the last write did not know has several possible values.
 */
import { isDeepStrictEqual } from 'node:util';
import { type FieldPlan, isZero, type Plan, type Value, type VersionName } from './plan.ts';

export type Possible = Value | undefined;

/** Change that a write makes to a field, given the value that its version shows. */
export type FieldChange = (shown: Possible) => Possible;

/** Returns the value after a read, as the presence of the field requires. */
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

/**
 * Returns the value left by a change in a version. Values that the conversion itself adds, to the shown and to the sent object, are no
 * change.
 */
export function leftOfChange(field: FieldPlan, plan: Plan, version: VersionName, before: Possible, change: FieldChange): Possible {
	const old = defaulted(field, plan, plan.stored, before);
	if (version === plan.stored) return defaulted(field, plan, version, read(field, plan, version, change(old)));
	const shown = read(field, plan, version, old);
	const sent = field.paths.has(version) ? read(field, plan, version, change(shown)) : undefined;
	const [before_, after] = [shown, sent].map((value) => inStorage(field, plan, defaulted(field, plan, version, value)));
	return read(field, plan, plan.stored, isDeepStrictEqual(before_, after) ? old : after);
}

/** Returns the value that a version shows of a stored one; the stored version shows it unchanged. */
export function shownIn(field: FieldPlan, plan: Plan, version: VersionName, stored: Possible): Possible {
	return version === plan.stored ? stored : read(field, plan, version, stored);
}

/** Returns the values that a field may have after all of these snapshots. */
export function byNow(field: FieldPlan, possible: readonly Possible[], plans: readonly Plan[]): readonly Possible[] {
	if (plans.every(({ known }) => known.has(field.name))) return possible;
	const filled = field.presence !== 'always' ? [] : field.type === 'flag' ? [true, false] : [zeroOf(field)];
	return [...possible, undefined, ...filled];
}
