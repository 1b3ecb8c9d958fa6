/** What stands under the keyword of a rule. */
import { type SpecNode, text } from '../source/node.ts';

/** `{value: ..., message: ...}` is a rule with its own message. */
export function ruleArgument(node: SpecNode): { argument: SpecNode; message?: string } {
	if (node.kind !== 'map' || node.entries.size !== 2) return { argument: node };
	const value = node.entries.get('value');
	const message = text(node.entries.get('message')?.value);
	return value === undefined || message === undefined ? { argument: node } : { argument: value.value, message };
}
