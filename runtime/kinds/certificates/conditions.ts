/** Conditions of a signing request: a final approval or denial, and failures to sign. */
import type { CertificateSigningRequestCondition } from '../../../generated/types/certificates/v1.ts';
import { type Cause, duplicate, forbiddenField, invalidValue, notSupported, required } from '../../model/cause.ts';
import { formatTime } from '../../scalars/time.ts';

export type Condition = CertificateSigningRequestCondition;

const path = 'status.conditions';
const decisions: readonly string[] = ['Approved', 'Denied'];
const final: readonly string[] = [...decisions, 'Failed'];

/** Violations that are tolerated, in v1beta1 or because the stored object has them. */
export interface Leniency {
	readonly both: boolean;
	readonly repeated: boolean;
	readonly unnamed: boolean;
}

export function leniencyFor(stored: readonly Condition[], isOlder: boolean): Leniency {
	const types = stored.map(({ type }) => type);
	return {
		both: decisions.every((decision) => types.includes(decision)),
		repeated: isOlder || new Set(types).size < types.length,
		unnamed: isOlder || types.includes(''),
	};
}

/** Validates conditions. `old`: in 1.25 and earlier, contradictions are reported on another field. */
export function conditionViolations(conditions: readonly Condition[], leniency: Leniency, old: boolean): Cause[] {
	const types = conditions.map(({ type }) => type);
	return conditions.flatMap(({ type, status }, index) => {
		const at = `${path}[${index}]`;
		const other = decisions.find((decision) => decision !== type);
		const contradicts = !leniency.both && decisions.includes(type) && types.slice(0, index).includes(other ?? '');
		return [
			...(type === '' && !leniency.unnamed ? [required(`${at}.type`)] : []),
			...statusViolations(status, `${at}.status`, final.includes(type) ? ['True'] : ['False', 'True', 'Unknown']),
			...(contradicts ? [invalidValue(old ? `${at}.type` : path, type, 'Approved and Denied conditions are mutually exclusive')] : []),
			...(!leniency.repeated && types.indexOf(type) < index ? [duplicate(`${at}.type`, type)] : []),
		];
	});
}

function statusViolations(status: string, at: string, allowed: readonly string[]): Cause[] {
	if (status === '') return [required(at)];
	return allowed.includes(status) ? [] : [notSupported(at, status, allowed)];
}

/** Reports forbidden changes. `approval`: the write uses the approval subresource, which may add decisions. */
export function conditionChanges(conditions: readonly Condition[], before: readonly Condition[], approval: boolean): Cause[] {
	const count = (among: readonly Condition[], wanted: string): number => among.filter(({ type }) => type === wanted).length;
	const isRemoved = (type: string): boolean => count(conditions, type) < count(before, type);
	const isAdded = (type: string): boolean => count(conditions, type) > count(before, type);
	return [
		...final.filter(isRemoved).map((type) => forbiddenField(path, `updates may not remove a condition of type "${type}"`)),
		...(approval ? [] : decisions.filter(isAdded).map((type) => forbiddenField(path, `updates may not add a condition of type "${type}"`))),
	];
}

/** Restores the stored decisions when their number is unchanged. */
export function keepDecisions(sent: readonly Condition[], before: readonly Condition[]): readonly Condition[] {
	return decisions.reduce((conditions, decision) => {
		const decided = before.filter(({ type }) => type === decision);
		if (conditions.filter(({ type }) => type === decision).length !== decided.length) return conditions;
		const left = [...decided];
		return conditions.map((condition) => (condition.type === decision ? (left.shift() ?? condition) : condition));
	}, sent);
}

/** Sets missing times: to now, or to the stored transition time when the condition's status is unchanged. */
export function stampConditions(conditions: readonly Condition[], before: readonly Condition[], now: Date): Condition[] {
	const time = formatTime({ seconds: Math.floor(now.getTime() / 1000), nanos: 0 });
	return conditions.map((condition) => {
		const same = before.find(({ type, status, lastTransitionTime: since }) => type === condition.type && status === condition.status && since);
		return {
			...condition,
			lastUpdateTime: condition.lastUpdateTime ?? time,
			lastTransitionTime: condition.lastTransitionTime ?? same?.lastTransitionTime ?? time,
		};
	});
}

/** Returns the state for the Table column. */
export function stateOf(conditions: readonly Condition[], isIssued: boolean): string {
	const has = (wanted: string): boolean => conditions.some(({ type }) => type === wanted);
	const decided = has('Denied') ? 'Denied' : has('Approved') ? 'Approved' : 'Pending';
	return [decided, ...(has('Failed') ? ['Failed'] : []), ...(isIssued ? ['Issued'] : [])].join(',');
}
