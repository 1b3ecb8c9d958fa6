/** Parser of claim mappings and validation rules in an AuthenticationConfiguration. */
import type { Json, Release } from '../../../model/catalog.ts';
import type { Vocabulary } from '../../../model/vocabulary.ts';
import { checkDnsSubdomain } from '../../../scalars/formats.ts';
import { ConfigError, type ConfigMap, listOrNone, mapAt, textAt } from '../../../wire/config-parts.ts';
import { given, has, onlyFields } from '../../configuration/release.ts';
import type { ClaimExpressions, ExpressionVariable } from '../../oidc/expressions.ts';
import type { ClaimExpression, ClaimMapping, ClaimMappings, Rule, TokenIssuer } from '../../oidc/issuer.ts';

export interface ExpressionContext {
	readonly vocabulary: Vocabulary;
	readonly release: Release;
	readonly expressions: ClaimExpressions;
}

export function readMappings(value: Json | undefined, where: string, context: ExpressionContext): ClaimMappings {
	const map = mapAt(value ?? {}, where);
	onlyFields(map, where, { username: undefined, groups: undefined, uid: undefined, extra: undefined }, context.release);
	const username = readMapping(given(map, 'username'), `${where}.username`, true, context);
	if (username === undefined) throw new ConfigError(`${where}.username`, 'claim or expression is required');
	return {
		username,
		groups: readMapping(given(map, 'groups'), `${where}.groups`, true, context),
		uid: readMapping(given(map, 'uid'), `${where}.uid`, false, context),
		extra: readExtra(given(map, 'extra'), `${where}.extra`, context),
	};
}

/** Reads a mapping; undefined when it is absent or names neither a claim nor an expression. */
function readMapping(value: Json | undefined, where: string, hasPrefix: boolean, context: ExpressionContext): ClaimMapping | undefined {
	if (value === undefined) return undefined;
	const map = mapAt(value, where);
	onlyFields(map, where, { claim: undefined, expression: undefined, ...(hasPrefix && { prefix: undefined }) }, context.release);
	const [claim, expression, prefix] = ['claim', 'expression', 'prefix'].map((name) => textOrNone(map, name, where));
	if (claim !== undefined && expression !== undefined) throw new ConfigError(where, "claim and expression can't both be set");
	if (expression !== undefined) {
		if (prefix !== undefined) throw new ConfigError(`${where}.prefix`, 'may not be specified when expression is set');
		return { kind: 'expression', ...compile(expression, `${where}.expression`, 'claims', 'any', context) };
	}
	if (claim === undefined) return undefined;
	if (hasPrefix && typeof map.prefix !== 'string') {
		throw new ConfigError(`${where}.prefix`, 'prefix is required when claim is set. It can be set to an empty string to disable prefixing');
	}
	return { kind: 'claim', claim, prefix: prefix ?? '' };
}

function readExtra(value: Json | undefined, where: string, context: ExpressionContext): ReadonlyMap<string, ClaimExpression> {
	const extra = new Map<string, ClaimExpression>();
	for (const [i, entry] of listOrNone(value, where).entries()) {
		const at = `${where}[${i}]`;
		const map = mapAt(entry, at);
		onlyFields(map, at, { key: undefined, valueExpression: undefined }, context.release);
		const key = textAt(map.key, `${at}.key`);
		checkKey(key, `${at}.key`, context);
		if (extra.has(key)) throw new ConfigError(`${at}.key`, `${key} is given twice`);
		const text = textAt(map.valueExpression, `${at}.valueExpression`);
		extra.set(key, compile(text, `${at}.valueExpression`, 'claims', 'any', context));
	}
	return extra;
}

function checkKey(key: string, where: string, { release, vocabulary }: ExpressionContext): void {
	const [domain = '', path = ''] = key.split(/\/(.*)/s);
	if (checkDnsSubdomain(domain).length > 0 || !/^[A-Za-z0-9/\-._~%!$&'()*+,;=:]+$/.test(path)) {
		throw new ConfigError(where, 'must be a domain-prefixed path (such as "acme.io/foo")');
	}
	if (key !== key.toLowerCase()) throw new ConfigError(where, 'must be lowercase');
	if (!has(release, '1.32')) return;
	// Keys of these domains say something that the server itself knows.
	const names = [...new Set([vocabulary.groupDomain, vocabulary.labelDomain])];
	if (names.some((name) => domain === name || domain.endsWith(`.${name}`))) {
		throw new ConfigError(where, `${names.join(', ')} and their subdomains are reserved`);
	}
}

export function readClaimRules(value: Json | undefined, where: string, context: ExpressionContext): Pick<TokenIssuer, 'required' | 'claimRules'> {
	const required = new Map<string, string>();
	const claimRules: Rule[] = [];
	for (const [i, entry] of listOrNone(value, where).entries()) {
		const at = `${where}[${i}]`;
		const map = mapAt(entry, at);
		onlyFields(map, at, { claim: undefined, requiredValue: undefined, expression: undefined, message: undefined }, context.release);
		const [claim, requiredValue, expression, message] = ['claim', 'requiredValue', 'expression', 'message'].map((name) => textOrNone(map, name, at));
		if (claim !== undefined && expression !== undefined) throw new ConfigError(at, "claim and expression can't both be set");
		if (claim !== undefined) {
			if (message !== undefined) throw new ConfigError(`${at}.message`, 'may not be specified when claim is set');
			if (required.has(claim)) throw new ConfigError(`${at}.claim`, `${claim} is given twice`);
			required.set(claim, requiredValue ?? '');
		} else if (expression !== undefined) {
			if (requiredValue !== undefined) throw new ConfigError(`${at}.requiredValue`, 'may not be specified when expression is set');
			claimRules.push(ruleOf(expression, message, `${at}.expression`, 'claims', claimRules, context));
		} else throw new ConfigError(at, 'claim or expression is required');
	}
	return { required, claimRules };
}

export function readUserRules(value: Json | undefined, where: string, context: ExpressionContext): readonly Rule[] {
	const rules: Rule[] = [];
	for (const [i, entry] of listOrNone(value, where).entries()) {
		const at = `${where}[${i}]`;
		const map = mapAt(entry, at);
		onlyFields(map, at, { expression: undefined, message: undefined }, context.release);
		rules.push(ruleOf(textAt(map.expression, `${at}.expression`), textOrNone(map, 'message', at), `${at}.expression`, 'user', rules, context));
	}
	return rules;
}

function ruleOf(
	text: string,
	message: string | undefined,
	where: string,
	variable: ExpressionVariable,
	before: readonly Rule[],
	context: ExpressionContext,
): Rule {
	if (before.some((rule) => rule.text === text)) throw new ConfigError(where, `${text} is given twice`);
	return { message: message ?? '', ...compile(text, where, variable, 'bool', context) };
}

function compile(text: string, where: string, variable: ExpressionVariable, gives: 'any' | 'bool', { expressions }: ExpressionContext): ClaimExpression {
	try {
		return expressions.compile(text, variable, gives);
	} catch (error) {
		throw new ConfigError(where, (error as Error).message);
	}
}

/** Returns a text; undefined when it is absent, null or empty. */
function textOrNone(map: ConfigMap, name: string, where: string): string | undefined {
	const value = given(map, name);
	if (value === undefined || value === '') return undefined;
	return textAt(value, `${where}.${name}`);
}
