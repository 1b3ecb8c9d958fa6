/** Rule keywords of a schema to uses of rules. */
import type { RuleUse, Schema } from '../../runtime/schema/model.ts';
import { conform } from './conform.ts';
import type { Report } from './diagnostic.ts';
import type { Making } from './making.ts';
import { keyNode, type MapNode, plain, type SpecNode, text } from './node.ts';
import { type RuleKeyword, structural } from './shape.ts';
import { alternatives } from './suggest.ts';

type Target = Schema['kind'];

/** `format` is both: structural where it chooses a kind of scalar, else a rule of text. */
const alsoRules: ReadonlySet<string> = new Set(['format']);

/** In the order of the registry, whatever the order of the spec: messages must not depend on an author's habit. */
export function ruleUses(node: MapNode, target: Target, making: Making): RuleUse[] {
	const uses: RuleUse[] = [];
	for (const rule of making.rules) {
		for (const keyword of [rule.keyword, ...(rule.aliases ?? [])]) {
			const entry = node.entries.get(keyword);
			if (entry === undefined || (structural.has(keyword) && !alsoRules.has(keyword))) continue;
			if (keyword === 'format' && target !== 'string' && target !== 'intOrString') continue;
			const use = ruleUse(rule, entry.value, keyNode(node, keyword), target, making);
			if (use !== undefined) uses.push(use);
		}
	}
	return uses;
}

/** The rules of a `rules:` list, in its order. */
export function listedRules(items: readonly SpecNode[], target: Target, making: Making): RuleUse[] {
	return items.flatMap((item) => (item.kind === 'map' ? ruleUses(item, target, making) : []));
}

function ruleUse(rule: RuleKeyword, value: SpecNode, key: SpecNode, target: Target, making: Making): RuleUse | undefined {
	if (!rule.appliesTo.includes(target)) {
		making.report(key, `${JSON.stringify(rule.keyword)} does not apply to ${target}: it applies to ${alternatives(rule.appliesTo)}`);
		return undefined;
	}
	const { argument, message } = split(value);
	const findings: Parameters<Report>[] = [];
	conform(argument, { ...rule.argument, title: `a ${rule.keyword}` }, rule.keyword, making.shapes.$defs, (...finding) => findings.push(finding));
	// The form of other rules has been reported when the file was read; that of `format` depends on the type.
	if (rule.keyword === 'format') for (const finding of findings) making.report(...finding);
	if (findings.length > 0) return undefined;
	const data = plain(argument);
	const wrong = rule.checkArgument?.(data);
	if (wrong !== undefined) {
		making.report(argument, `${rule.keyword}: ${wrong}`);
		return undefined;
	}
	return { rule: rule.keyword, argument: data, ...(message === undefined ? {} : { message }) };
}

/** `{value: ..., message: ...}` is a rule with its own message. */
function split(node: SpecNode): { argument: SpecNode; message?: string } {
	if (node.kind !== 'map' || node.entries.size !== 2) return { argument: node };
	const value = node.entries.get('value');
	const message = text(node.entries.get('message')?.value);
	return value === undefined || message === undefined ? { argument: node } : { argument: value.value, message };
}
