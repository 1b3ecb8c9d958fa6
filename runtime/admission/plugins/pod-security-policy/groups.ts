/** Groups of containers, of volumes, and further groups of pods. */
import type { IDRange } from '../../../../generated/types/policy/v1beta1.ts';
import type { Cause } from '../../../model/cause.ts';
import { goRanges, type Id, invalidList, isInRanges } from './go-values.ts';

interface GroupStrategy {
	readonly rule?: string;
	readonly ranges?: readonly IDRange[];
}

export function defaultGroup({ rule, ranges = [] }: GroupStrategy): Id | undefined {
	return rule === 'MustRunAs' ? ranges[0]?.min : undefined;
}

export function groupProblems(at: string, { rule, ranges = [] }: GroupStrategy, groups: readonly Id[]): readonly Cause[] {
	if (rule === 'RunAsAny') return [];
	const invalid = (why: string): Cause => invalidList(at, 'int64', groups, why);
	return [
		...(rule === 'MustRunAs' && groups.length === 0 ? [invalid('unable to validate empty groups against required ranges')] : []),
		...groups.filter((group) => !isInRanges(group, ranges)).map((group) => invalid(`group ${group} must be in the ranges: ${goRanges(ranges)}`)),
	];
}
