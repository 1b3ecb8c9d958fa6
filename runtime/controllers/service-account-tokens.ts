/**
 * Maintains service account tokens in Secrets (seed 3, "Token controller duties"). A token Secret is completed, deleted with its account,
 * and removed from the account's list when deleted. Before 1.24, and in later releases with the gate off, each account gets one.
 */
import { ApiError } from '../api/errors.ts';
import { generateName } from '../api/generated-name.ts';
import { parseWhole } from '../codec/item-form.ts';
import type { KindParts } from '../kinds/index.ts';
import type { JsonObject } from '../model/catalog.ts';
import { compareReleases } from '../model/release.ts';
import type { Vocabulary } from '../model/vocabulary.ts';
import { noDeleteOptions } from '../verbs/delete/options.ts';
import { isTerminating } from '../verbs/metadata/metadata.ts';
import type { CachedObject } from '../watch/contract.ts';
import type { Controller, ControllerContext } from './contract.ts';
import { startLoop } from './loop.ts';
import { isActive, unlessGoing } from './per-namespace.ts';

const secrets = 'secrets';
const accounts = 'serviceaccounts';

const noAutoGeneration = 'LegacyServiceAccountTokenNoAutoGeneration';

/** Queue keys: type of work, namespace and names. They contain no slash otherwise. */
const secretKey = (namespace: string, name: string): string => `secret/${namespace}/${name}`;
const goneAccountKey = (namespace: string, name: string): string => `account/${namespace}/${name}`;
const accountKey = (namespace: string, name: string): string => `generate/${namespace}/${name}`;
const goneSecretKey = (namespace: string, account: string, name: string): string => `reference/${namespace}/${account}/${name}`;

export const serviceAccountTokens: Controller = {
	name: 'serviceaccount-token',
	purpose: 'fills in token Secrets of ServiceAccounts and deletes them with the account; before release 1.24 also creates one per account',
	identity: 'token-controller',
	rules: [
		{ verbs: ['get', 'list', 'watch', 'create', 'update', 'delete'], groups: [''], resources: [secrets] },
		{ verbs: ['get', 'list', 'watch', 'update'], groups: [''], resources: [accounts] },
	],
	start(context) {
		const { verbs } = context;
		if (verbs.stored(secrets) === undefined || verbs.stored(accounts) === undefined) return { stop: async () => {} };
		const words = wordsOf(verbs.vocabulary);
		const generates = generatesTokens(context.kinds);
		return startLoop(context, {
			name: 'serviceaccount-token',
			follows: (add) => [
				{
					storageName: secrets,
					seen(type, object) {
						if (object.fields.type !== words.type) return;
						if (type !== 'DELETED') return add(secretKey(object.namespace, object.name));
						const account = annotation(parseWhole(object), words.name);
						if (account !== '') add(goneSecretKey(object.namespace, account, object.name));
					},
				},
				{
					storageName: accounts,
					seen(type, { namespace, name }) {
						if (type === 'DELETED') add(goneAccountKey(namespace, name));
						else if (generates) add(accountKey(namespace, name));
					},
					// Accounts deleted meanwhile are unknown, so every token Secret is checked.
					listed(again) {
						if (!again) return;
						for (const found of context.verbs.cache.list(secrets, '')) add(secretKey(found.namespace, found.name));
					},
				},
			],
			async work(key) {
				const [what, namespace = '', name = '', secret = ''] = key.split('/');
				if (what === 'secret') await bringSecret(context, words, namespace, name);
				else if (what === 'account') await Promise.all(tokensOf(context, words, namespace, name).map((each) => bringSecret(context, words, namespace, each)));
				else if (what === 'generate') await generateToken(context, words, namespace, name);
				else await dropReference(context, namespace, name, secret);
			},
		});
	},
};

function generatesTokens({ gates, release }: Pick<KindParts, 'gates' | 'release'>): boolean {
	return compareReleases(release, '1.24') < 0 || gates.get(noAutoGeneration) === false;
}

interface Words {
	/** Type of the Secrets. */
	readonly type: string;
	/** Annotations that name the account. */
	readonly name: string;
	readonly uid: string;
}

function wordsOf({ labelDomain }: Vocabulary): Words {
	return { type: `${labelDomain}/service-account-token`, name: `${labelDomain}/service-account.name`, uid: `${labelDomain}/service-account.uid` };
}

/** Returns the names of an account's token Secrets. */
function tokensOf({ verbs }: ControllerContext, words: Words, namespace: string, account: string): readonly string[] {
	const found = [...verbs.cache.list(secrets, namespace)].filter(({ fields }) => fields.type === words.type);
	return found.filter((secret) => annotation(parseWhole(secret), words.name) === account).map(({ name }) => name);
}

/** Creates a token for an account whose list is empty. The Secret is created first, so that the list never names a missing one. */
async function generateToken(context: ControllerContext, words: Words, namespace: string, name: string): Promise<void> {
	const { actor, verbs } = context;
	const found = verbs.cache.get(accounts, namespace, name);
	if (found === undefined) return;
	const account = parseWhole(found);
	const tokens = tokensOf(context, words, namespace, name);
	if (isTerminating(account) || !isActive(verbs, namespace) || tokens.some((token) => names(account, token))) return;
	// Left by a server that stopped between the two writes.
	const left = tokens.find((token) => token.startsWith(`${name}-token-`));
	const token = left ?? generateName(`${name}-token-`);
	const annotations = { [words.name]: name, [words.uid]: textOf(account, 'uid') };
	if (left === undefined) await unlessGoing(actor.ensure({ storageName: secrets, namespace, name: token }, { metadata: { annotations }, type: words.type }));
	await unlessGone(
		actor.update({ storageName: accounts, namespace, name }, (old) =>
			textOf(old, 'uid') === textOf(account, 'uid') && !names(old, token) ? { ...old, secrets: [...referencesOf(old), { name: token }] } : { ...old },
		),
	);
}

async function bringSecret(context: ControllerContext, words: Words, namespace: string, name: string): Promise<void> {
	const { cache } = context.verbs;
	const found = cache.get(secrets, namespace, name);
	if (found === undefined || found.fields.type !== words.type) return;
	const secret = parseWhole(found);
	if (isTerminating(secret)) return;
	const account = accountOf(cache.get(accounts, namespace, annotation(secret, words.name)), annotation(secret, words.uid));
	const target = { storageName: secrets, namespace, name };
	if (account === undefined) {
		const preconditions = { uid: textOf(secret, 'uid'), resourceVersion: undefined };
		return unlessGone(context.actor.delete(target, { ...noDeleteOptions, preconditions }));
	}
	if (isComplete(secret, context.rootCertificate)) return;
	const claims = { namespace, account: { name: textOf(account, 'name'), uid: textOf(account, 'uid') }, liesIn: name };
	const token = await context.verbs.tokens.accounts.issueForSecret(claims);
	await unlessGone(
		context.actor.update(target, (old) =>
			textOf(old, 'uid') === textOf(secret, 'uid') ? completed(old, words, { account, token, certificate: context.rootCertificate }) : { ...old },
		),
	);
}

/** Returns the account, or undefined if it is missing or has another uid. */
function accountOf(found: CachedObject | undefined, uid: string): JsonObject | undefined {
	if (found === undefined) return undefined;
	const account = parseWhole(found);
	return uid === '' || uid === textOf(account, 'uid') ? account : undefined;
}

function isComplete({ data }: JsonObject, certificate: string | undefined): boolean {
	const { token, namespace, 'ca.crt': authority } = (data ?? {}) as JsonObject;
	if (certificate !== undefined && authority !== base64(certificate)) return false;
	return isFilled(token) && isFilled(namespace);
}

interface Content {
	readonly account: JsonObject;
	readonly token: string;
	readonly certificate: string | undefined;
}

/** Existing data stays, because clients may use copies of it. */
function completed(old: JsonObject, words: Words, { account, token, certificate }: Content): JsonObject {
	const metadata = old.metadata as JsonObject;
	const data = (old.data ?? {}) as JsonObject;
	const annotations = { ...(metadata.annotations as JsonObject | undefined), [words.name]: textOf(account, 'name'), [words.uid]: textOf(account, 'uid') };
	return {
		...old,
		metadata: { ...metadata, annotations },
		data: {
			...data,
			...(certificate !== undefined && { 'ca.crt': base64(certificate) }),
			...(!isFilled(data.namespace) && { namespace: base64(textOf(old, 'namespace')) }),
			...(!isFilled(data.token) && { token: base64(token) }),
		},
	};
}

async function dropReference({ verbs, actor }: ControllerContext, namespace: string, account: string, secret: string): Promise<void> {
	if (verbs.cache.get(secrets, namespace, secret) !== undefined) return;
	const found = verbs.cache.get(accounts, namespace, account);
	if (found === undefined || !names(parseWhole(found), secret)) return;
	await unlessGone(
		actor.update({ storageName: accounts, namespace, name: account }, (old) => ({
			...old,
			secrets: referencesOf(old).filter(({ name }) => name !== secret),
		})),
	);
}

function names(account: JsonObject, secret: string): boolean {
	return referencesOf(account).some(({ name }) => name === secret);
}

function referencesOf({ secrets: references }: JsonObject): readonly JsonObject[] {
	return (references ?? []) as readonly JsonObject[];
}

/** Ignores objects that are gone or replaced; their own events follow. */
async function unlessGone(done: Promise<void>): Promise<void> {
	try {
		await done;
	} catch (error) {
		if (!(error instanceof ApiError && (error.reason === 'NotFound' || error.reason === 'Conflict'))) throw error;
	}
}

function annotation({ metadata }: JsonObject, key: string): string {
	const value = ((metadata as JsonObject | undefined)?.annotations as JsonObject | undefined)?.[key];
	return typeof value === 'string' ? value : '';
}

function textOf({ metadata }: JsonObject, field: string): string {
	return String((metadata as JsonObject | undefined)?.[field] ?? '');
}

function isFilled(value: unknown): boolean {
	return typeof value === 'string' && value !== '';
}

function base64(text: string): string {
	return Buffer.from(text).toString('base64');
}
