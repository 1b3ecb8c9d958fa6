/** Text of a label selector in Tables: `a=b,c in (d,e),!f`. */
import type { LabelSelector } from '../../generated/types/meta/v1.ts';

export function selectorText({ matchLabels = {}, matchExpressions = [] }: LabelSelector = {}): string {
	const equal = Object.keys(matchLabels).map((key) => ({ key, text: `${key}=${matchLabels[key]}` }));
	const others = matchExpressions.map(({ key = '', operator, values = [] }) => ({ key, text: conditionText(key, operator, [...values].sort()) }));
	const all = [...equal, ...others].sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
	return all.length === 0 ? '<none>' : all.map(({ text }) => text).join(',');
}

function conditionText(key: string, operator: string | undefined, values: readonly string[]): string {
	switch (operator) {
		case 'In':
			return `${key} in (${values.join(',')})`;
		case 'NotIn':
			return `${key} notin (${values.join(',')})`;
		case 'DoesNotExist':
			return `!${key}`;
		default:
			return key;
	}
}
