/** Splits the value of a rule keyword into the argument and the message. */
import { type SpecNode, text } from '../source/node.ts';

/** Returns the argument, and the rule's message if the value has the form `{value: ..., message: ...}`. */
export function ruleArgument(node: SpecNode): { argument: SpecNode; message?: string } {
	if (node.kind !== 'map' || node.entries.size !== 2) return { argument: node };
	const value = node.entries.get('value');
	const message = text(node.entries.get('message')?.value);
	return value === undefined || message === undefined ? { argument: node } : { argument: value.value, message };
}
