/** `--authentication-config`: parsing of the file, and the users that claims make. */
import { describe, expect, it } from 'vitest';
import { vocabulary } from '../../generated/vocabulary.ts';
import { authenticationConfig, authenticationFile } from '../../runtime/auth/authn/configuration/file.ts';
import { readAuthenticationConfig } from '../../runtime/auth/authn/configuration/read.ts';
import { checkFileExists } from '../../runtime/auth/configuration/release.ts';
import { userOf } from '../../runtime/auth/oidc/claims.ts';
import { parseConfig } from '../../runtime/wire/config-file.ts';

type Parts = Readonly<Record<string, unknown>>;
const issuer = { url: 'https://issuer', audiences: ['cluster'] };
const username = { claim: 'sub', prefix: '' };
const entry = (more: Parts = {}, ofIssuer: Parts = {}): Parts => ({ issuer: { ...issuer, ...ofIssuer }, claimMappings: { username }, ...more });
const mapped = (claimMappings: Parts): Parts => entry({ claimMappings: { username, ...claimMappings } });
const named = (expression: string, more: Parts = {}): Parts => entry({ claimMappings: { username: { expression } }, ...more });
const file = (...jwt: readonly Parts[]): Parts => ({ apiVersion: 'apiserver.config.orch.io/v1', kind: 'AuthenticationConfiguration', jwt });
const anonymous = (value: Parts): Parts => ({ ...file(), anonymous: value });
const rule = (...claimValidationRules: readonly Parts[]): Parts => entry({ claimValidationRules });
const parse = (content: unknown, release = '1.36', gates: ReadonlyMap<string, boolean> = new Map()) =>
	parseConfig('auth.yaml', JSON.stringify(content, null, 1), (root) =>
		readAuthenticationConfig(root, { file: authenticationFile, vocabulary, release, gates, ownIssuers: ['https://own'] }),
	);

describe('a file of authentication', () => {
	it('may name no issuer, many issuers, and anonymous paths', async () => {
		expect(await parse(file())).toEqual({ issuers: [], anonymous: undefined });
		const many = [...Array(64).keys()].map((i) => entry({}, { url: `https://issuer/${i}` }));
		expect((await parse(file(...many))).issuers.map(({ url }) => url)).toEqual(many.map((_, i) => `https://issuer/${i}`));
		expect(await parse(anonymous({ enabled: true, conditions: [{ path: '/livez' }] }))).toEqual({
			issuers: [],
			anonymous: { enabled: true, paths: ['/livez'] },
		});
		const lenient = entry({}, { audiences: ['a', 'b'], audienceMatchPolicy: 'MatchAny', discoveryURL: 'https://elsewhere/doc' });
		expect((await parse(file(lenient))).issuers[0]).toMatchObject({ audiences: ['a', 'b'], discoveryUrl: 'https://elsewhere/doc', ca: undefined });
	});

	const twice = entry({}, { url: 'https://other', discoveryURL: 'https://d' });
	it.each<[string, Parts, string]>([
		['is another kind', { ...file(), kind: 'X' }, 'auth.yaml:3: kind: expected AuthenticationConfiguration'],
		['is of no known version', { ...file(), apiVersion: 'v1' }, 'apiVersion: expected apiserver.config.orch.io/v1 or apiserver.config.orch.io/v1beta1 or'],
		['has other fields', { ...file(), more: 1 }, '"more" is an unknown field (known fields: apiVersion, kind, jwt, anonymous)'],
		['has no list', { ...file(), jwt: {} }, 'jwt: expected a list'],
		['has too many issuers', file(...[...Array(65).keys()].map((i) => entry({}, { url: `https://issuer/${i}` }))), 'jwt: expected at most 64, found 65'],
		['has an issuer twice', file(entry(), entry()), 'jwt[1].issuer.url: https://issuer is given twice'],
		['has a document twice', file(entry({}, { discoveryURL: 'https://d' }), twice), 'jwt[1].issuer.discoveryURL: https://d is given twice'],
		['has no issuer', file({}), 'jwt[0].issuer: expected a map'],
		['has no URL', file(entry({}, { url: undefined })), 'jwt[0].issuer.url: expected a string'],
		['has an insecure URL', file(entry({}, { url: 'http://issuer' })), 'jwt[0].issuer.url: URL scheme must be https'],
		['has a URL with a user', file(entry({}, { url: 'https://a@issuer' })), 'URL must not contain a username or password'],
		['has a URL with a query', file(entry({}, { url: 'https://issuer?a' })), 'URL must not contain a query'],
		['has a URL with a fragment', file(entry({}, { url: 'https://issuer#a' })), 'URL must not contain a fragment'],
		['names the own issuer', file(entry({}, { url: 'https://own' })), 'jwt[0].issuer.url: URL must not overlap with the issuers of service account tokens'],
		['repeats the URL', file(entry({}, { discoveryURL: 'https://issuer/' })), 'discoveryURL: discoveryURL must be different from URL'],
		['has no audience', file(entry({}, { audiences: [] })), 'jwt[0].issuer.audiences: at least one audience is required'],
		['has an empty audience', file(entry({}, { audiences: [''] })), 'jwt[0].issuer.audiences[0]: expected a string'],
		['has an audience twice', file(entry({}, { audiences: ['a', 'a'], audienceMatchPolicy: 'MatchAny' })), 'audiences[1]: "a" is given twice'],
		['has audiences without a policy', file(entry({}, { audiences: ['a', 'b'] })), 'audienceMatchPolicy must be MatchAny for multiple audiences'],
		['has another policy', file(entry({}, { audienceMatchPolicy: 'All' })), 'audienceMatchPolicy must be empty or MatchAny for single audience'],
		['has no certificate', file(entry({}, { certificateAuthority: 'no' })), 'jwt[0].issuer.certificateAuthority: '],
		['selects an egress', file(entry({}, { egressSelectorType: 'cluster' })), 'egressSelectorType: this server has no egress selectors'],
		['maps no user', file(entry({ claimMappings: {} })), 'jwt[0].claimMappings.username: claim or expression is required'],
		['has no prefix', file(mapped({ username: { claim: 'sub' } })), 'username.prefix: prefix is required when claim is set'],
		['has both', file(mapped({ username: { claim: 'sub', prefix: '', expression: 'claims.sub' } })), "username: claim and expression can't both be set"],
		['has a prefix of an expression', file(mapped({ groups: { expression: 'claims.g', prefix: 'a' } })), 'may not be specified when expression is set'],
		['has a prefix of a uid', file(mapped({ uid: { claim: 'a', prefix: '' } })), '"prefix" is an unknown field'],
		['has no expression', file(named('claims.')), 'jwt[0].claimMappings.username.expression: compilation failed: ERROR: <input>:1:8: Syntax error'],
		['has an unknown variable', file(named('user.username')), "undeclared reference to 'user'"],
		['takes any e-mail address', file(named('claims.email')), 'claims.email_verified must be used in claimMappings.username.expression or'],
		['has a key without a domain', file(mapped({ extra: [{ key: 'a', valueExpression: 'claims.a' }] })), 'extra[0].key: must be a domain-prefixed path'],
		['has a key in capitals', file(mapped({ extra: [{ key: 'acme.io/A', valueExpression: 'claims.a' }] })), 'must be lowercase'],
		['has a key of the server', file(mapped({ extra: [{ key: 'a.orch.io/a', valueExpression: 'claims.a' }] })), 'and their subdomains are reserved'],
		['has a key without a value', file(mapped({ extra: [{ key: 'acme.io/a' }] })), 'extra[0].valueExpression: expected a string'],
		['has an empty rule', file(rule({})), 'claimValidationRules[0]: claim or expression is required'],
		['has a message of a claim', file(rule({ claim: 'a', message: 'b' })), 'message: may not be specified when claim is set'],
		['has a value of an expression', file(rule({ expression: 'true', requiredValue: 'b' })), 'requiredValue: may not be specified when expression is set'],
		['has a claim twice', file(rule({ claim: 'a' }, { claim: 'a' })), 'claimValidationRules[1].claim: a is given twice'],
		['has a rule twice', file(rule({ expression: 'true' }, { expression: 'true' })), 'claimValidationRules[1].expression: true is given twice'],
		['has a rule of text', file(rule({ expression: '"a"' })), 'claimValidationRules[0].expression: must evaluate to bool'],
		['has a rule over no user', file(entry({ userValidationRules: [{ expression: "user.name == 'a'" }] })), "undefined field 'name'"],
		['disables paths', anonymous({ enabled: false, conditions: [{ path: '/' }] }), 'enabled should be set to true when conditions are defined'],
		['has a condition of nothing', anonymous({ enabled: true, conditions: [{}] }), 'anonymous.conditions[0].path: expected a string'],
	])('is refused with the line of the fault when it %s', async (_, content, sentence) => {
		await expect(parse(content)).rejects.toThrow(sentence);
		await expect(parse(content)).rejects.toThrow(/^auth\.yaml:\d+: /);
	});

	const of = (version: string, content: Parts): Parts => ({ ...content, apiVersion: `apiserver.config.orch.io/${version}` });
	it.each<[release: string, Parts, string | undefined]>([
		['1.29', of('v1alpha1', file(entry())), undefined],
		['1.29', of('v1beta1', file(entry())), 'v1beta1 exists from 1.30 on; the emulated release is 1.29 (expected apiserver.config.orch.io/v1alpha1)'],
		['1.29', of('v1alpha1', file()), 'jwt: at least one jwt is required'],
		['1.29', of('v1alpha1', file(entry(), entry())), 'jwt: expected at most 1, found 2'],
		['1.29', of('v1alpha1', file(entry({}, { audiences: ['a', 'b'] }))), 'audiences: expected at most 1, found 2'],
		['1.29', of('v1alpha1', file(entry({}, { discoveryURL: 'https://d' }))), '"discoveryURL" exists from 1.30 on; the emulated release is 1.29'],
		['1.30', of('v1beta1', file(entry({}, { discoveryURL: 'https://d' }))), undefined],
		['1.30', of('v1beta1', anonymous({ enabled: true })), '"anonymous" exists from 1.31 on'],
		['1.31', of('v1beta1', anonymous({ enabled: true })), undefined],
		['1.33', of('v1', file(entry())), 'v1 exists from 1.34 on; the emulated release is 1.33'],
		['1.33', of('v1beta1', file(entry({}, { egressSelectorType: 'cluster' }))), '"egressSelectorType" exists from 1.34 on'],
	])('in %s has the versions and fields of the release: %j', async (release, content, sentence) => {
		if (sentence === undefined) expect(await parse(content, release)).toBeDefined();
		else await expect(parse(content, release)).rejects.toThrow(sentence);
	});

	it('needs the gates of its release', async () => {
		const gate = 'StructuredAuthenticationConfiguration';
		const check = (release: string, open?: boolean) => () =>
			checkFileExists(authenticationFile, { release, gates: new Map(open === undefined ? [] : [[gate, open]]) });
		expect(check('1.28')).toThrow(`--${authenticationConfig.name} exists from 1.29 on; the emulated release is 1.28`);
		expect(check('1.29', false)).toThrow(`set --feature-gates=${gate}=true to use authentication-config file`);
		expect(check('1.29', true)).not.toThrow();
		const off = new Map([['AnonymousAuthConfigurableEndpoints', false]]);
		await expect(parse(of('v1beta1', anonymous({ enabled: true })), '1.32', off)).rejects.toThrow(
			'anonymous is not supported when AnonymousAuthConfigurableEndpoints',
		);
	});
});

describe('the user of a token', () => {
	const claims = { sub: 'ann', email: 'ann@x', email_verified: true, team: { 'a.b': ['x', ''] }, level: 3, aud: 'cluster', jti: 'id-1', admin: true };
	const user = async (content: Parts, payload: Parts = claims) => {
		const [read] = (await parse(file(content))).issuers;
		if (read === undefined) throw new Error('no issuer');
		const { name, uid, groups, extra } = userOf(payload, read, 'authentication.orch.io/credential-id');
		return { name, uid, groups, extra };
	};
	const ann = { name: 'ann', uid: '', groups: ['system:authenticated'], extra: { 'authentication.orch.io/credential-id': ['JTI=id-1'] } };

	it.each<[string, Parts, object]>([
		['its claim', entry(), ann],
		['a claim with a prefix', mapped({ username: { claim: 'sub', prefix: 'a:' } }), { ...ann, name: 'a:ann' }],
		['an expression', named("claims.sub + '@' + string(claims.level)"), { ...ann, name: 'ann@3' }],
		['a checked address', named('claims.email_verified ? claims.email : claims.sub'), { ...ann, name: 'ann@x' }],
		[
			'an address that a rule checks',
			named('claims.email', { claimValidationRules: [{ expression: 'claims.?email_verified.orValue(true) == true' }] }),
			{ ...ann, name: 'ann@x' },
		],
		['groups of an expression', mapped({ groups: { expression: 'claims.team.a__dot__b' } }), { ...ann, groups: ['x', 'system:authenticated'] }],
		['no groups', mapped({ groups: { expression: 'has(claims.groups) ? claims.groups : []' } }), ann],
		['a uid', mapped({ uid: { claim: 'sub' } }), { ...ann, uid: 'ann' }],
		['a uid of an expression', mapped({ uid: { expression: "'u-' + claims.sub" } }), { ...ann, uid: 'u-ann' }],
		[
			'extra information',
			mapped({
				extra: [
					{ key: 'acme.io/team', valueExpression: 'claims.team["a.b"]' },
					{ key: 'acme.io/none', valueExpression: "''" },
				],
			}),
			{ ...ann, extra: { ...ann.extra, 'acme.io/team': ['x'] } },
		],
		['rules that hold', rule({ claim: 'sub', requiredValue: 'ann' }, { expression: 'claims.level - 1.0 <= 2 && claims.level / 2.0 > 1.4' }), ann],
		['a rule over the user', entry({ userValidationRules: [{ expression: "user.username == 'ann' && user.groups.size() == 0 && has(user.extra)" }] }), ann],
	])('comes from %s', async (_, content, expected) => expect(await user(content)).toEqual(expected));

	it.each<[string, Parts, string, Parts?]>([
		['an absent claim', mapped({ username: { claim: 'name', prefix: '' } }), 'claim name is not present'],
		['an empty claim', entry(), 'claim sub is empty', { sub: '' }],
		['a claim of another type', entry(), 'claim sub is not a string', { sub: 1 }],
		['an address that is not verified', mapped({ username: { claim: 'email', prefix: '' } }), 'email not verified', { email: 'a', email_verified: false }],
		['an expression without a value', named('claims.name'), "expression 'claims.name' resulted in error: no such key: name"],
		['an expression of another type', named('claims.level'), 'username claim expression must return a string'],
		['an empty name', named("''"), 'empty username via CEL expression is not allowed'],
		['groups without a value', mapped({ groups: { expression: 'claims.groups' } }), 'no such key: groups'],
		['groups of numbers', mapped({ groups: { expression: '[claims.level]' } }), 'expression must return a string or a list of strings'],
		['arithmetic of a claim, which is a double, with an integer', named('string(claims.level - 1)'), 'no such overload'],
		['a missing required claim', rule({ claim: 'hd', requiredValue: 'x' }), 'required claim hd not present in ID token'],
		['another value', rule({ claim: 'sub', requiredValue: 'bob' }), 'required claim sub value does not match'],
		['a rule that does not hold', rule({ expression: 'claims.level > 5', message: 'too low' }), "validation expression 'claims.level > 5' failed: too low"],
		['a rule of a claim that is no boolean', rule({ expression: 'claims.sub == "ann" && claims.level' }), 'no such overload'],
		[
			'a system name',
			entry({ userValidationRules: [{ expression: "!user.username.startsWith('system:')", message: 'reserved' }] }),
			'failed: reserved',
			{ sub: 'system:admin' },
		],
	])('is refused for %s', async (_, content, reason, payload = claims) => {
		await expect(user(content, payload)).rejects.toThrow(reason);
	});

	it('costs a bounded time, for all expressions together', async () => {
		const groups = [...Array(700).keys()].map((i) => `group-${i}`);
		const pairs = (n: number): Parts => ({ expression: `claims.groups.all(a, claims.groups.exists(b, a == b && size(a) > ${n}))` });
		expect((await user(rule(pairs(0)), { ...claims, groups: groups.slice(0, 300) })).name).toBe('ann');
		await expect(user(rule(pairs(0)), { ...claims, groups })).rejects.toThrow('actual cost limit exceeded');
		await expect(user(rule(...[0, 1, 2, 3, 4, 5].map(pairs)), { ...claims, groups: groups.slice(0, 300) })).rejects.toThrow('actual cost limit exceeded');
	});
});
