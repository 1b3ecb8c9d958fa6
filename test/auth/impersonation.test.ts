/** Impersonation (seed 3, Impersonation): the authorization checks, and the user of the request. */
import { describe, expect, it } from 'vitest';
import { type Attributes, allowed, noOpinion } from '../../runtime/api/authorization.ts';
import { ApiError } from '../../runtime/api/errors.ts';
import { authenticated } from '../../runtime/api/identity.ts';
import type { ApiRequest, ApiResponse, HeaderLine, User } from '../../runtime/api/request.ts';
import { plainImpersonator } from '../../runtime/auth/impersonation/plain.ts';
import { withImpersonation } from '../../runtime/filters/with-impersonation.ts';

const ok: ApiResponse = { status: 200, headers: {}, body: 'ok' };
const caller = authenticated('root', '1', ['admins'], { method: 'StaticTokens', authority: 'tokens', audiences: [] });

/** Encodes a header value as Node represents it, one character per byte. */
const bytes = (text: string): string => Buffer.from(text).toString('latin1');

interface Told {
	readonly asked: readonly Attributes[];
	readonly user: User;
	readonly audited: readonly User[];
	readonly reached: boolean;
	readonly error: unknown;
}

async function send(headers: readonly HeaderLine[], mayDo: (attributes: Attributes) => boolean = () => true): Promise<Told> {
	const asked: Attributes[] = [];
	const audited: User[] = [];
	let reached = false;
	const authorizer = {
		authorize: (attributes: Attributes) => {
			asked.push(attributes);
			return mayDo(attributes) ? allowed : noOpinion;
		},
	};
	const request = {
		info: { isResource: false, verb: 'get' },
		query: '',
		headersBeginning: (prefix: string) => headers.filter(([name]) => name.startsWith(prefix)),
		user: caller,
		audit: { begin: () => undefined, annotate: () => undefined, actsAs: (user: User) => audited.push(user) },
	} as unknown as ApiRequest;
	const domain = 'example.com';
	const run = withImpersonation({ impersonator: plainImpersonator(authorizer, domain), authorizer, domain, tellsSelectors: true })(() => {
		reached = true;
		return ok;
	});
	let error: unknown;
	try {
		await run(request);
	} catch (thrown) {
		error = thrown;
	}
	return { asked, user: request.user, audited, reached, error };
}

/** Returns `GROUP/RESOURCE/SUBRESOURCE NAMESPACE NAME` of each authorization check. */
function questions({ asked }: Told): readonly string[] {
	return asked.map(({ info }) => {
		if (!info.isResource) throw new Error('only resources are asked about');
		return [`${info.group}/${info.resource}/${info.subresource}`, info.namespace, info.name].join(' ');
	});
}

describe('impersonation', () => {
	it.each<[string, readonly HeaderLine[], Partial<User>, readonly string[]]>([
		['a user', [['impersonate-user', 'bob']], { name: 'bob', uid: '', groups: ['system:authenticated'], extra: {} }, ['/users/  bob']],
		[
			'groups, each by itself, commas and all',
			[
				['impersonate-user', 'bob'],
				['impersonate-group', 'a,b'],
				['impersonate-group', 'c'],
			],
			{ groups: ['a,b', 'c', 'system:authenticated'] },
			['/users/  bob', '/groups/  a,b', '/groups/  c'],
		],
		[
			'a group that says who is not authenticated',
			[
				['impersonate-user', 'bob'],
				['impersonate-group', 'system:unauthenticated'],
			],
			{ groups: ['system:unauthenticated'] },
			['/users/  bob', '/groups/  system:unauthenticated'],
		],
		['the anonymous user', [['impersonate-user', 'system:anonymous']], { groups: ['system:unauthenticated'] }, ['/users/  system:anonymous']],
		[
			'a service account, which has its groups',
			[['impersonate-user', 'system:serviceaccount:ns:robot']],
			{ name: 'system:serviceaccount:ns:robot', groups: ['system:serviceaccounts', 'system:serviceaccounts:ns', 'system:authenticated'] },
			['/serviceaccounts/ ns robot'],
		],
		[
			'a service account with groups, which are all that it has',
			[
				['impersonate-user', 'system:serviceaccount:ns:robot'],
				['impersonate-group', 'g'],
			],
			{ groups: ['g', 'system:authenticated'] },
			['/serviceaccounts/ ns robot', '/groups/  g'],
		],
		[
			'what only looks like a service account',
			[['impersonate-user', 'system:serviceaccount:ns:Robot:x']],
			{ groups: ['system:authenticated'] },
			['/users/  system:serviceaccount:ns:Robot:x'],
		],
		[
			'a uid',
			[
				['impersonate-user', 'bob'],
				['impersonate-uid', 'u-1'],
			],
			{ uid: 'u-1' },
			['/users/  bob', 'authentication.example.com/uids/  u-1'],
		],
		[
			'extra, whose keys are decoded, lower case before that, and never what objects inherit from',
			[
				['impersonate-user', 'bob'],
				['impersonate-extra-example.com%2fscopes', 'view'],
				['impersonate-extra-example.com%2fscopes', 'edit'],
				['impersonate-extra-%zz', 'raw'],
				['impersonate-extra-__proto__', 'own'],
			],
			{
				extra: Object.fromEntries([
					['example.com/scopes', ['view', 'edit']],
					['%zz', ['raw']],
					['__proto__', ['own']],
				]),
			},
			[
				'/users/  bob',
				'authentication.example.com/userextras/example.com/scopes  view',
				'authentication.example.com/userextras/example.com/scopes  edit',
				'authentication.example.com/userextras/%zz  raw',
				'authentication.example.com/userextras/__proto__  own',
			],
		],
		['a name in UTF-8', [['impersonate-user', bytes('jürgen')]], { name: 'jürgen' }, ['/users/  jürgen']],
		[
			'one name said twice',
			[
				['impersonate-user', 'bob'],
				['impersonate-user', 'bob'],
			],
			{ name: 'bob' },
			['/users/  bob'],
		],
	])('acts as %s', async (_, headers, user, asked) => {
		const told = await send(headers);
		expect(told.error).toBeUndefined();
		expect(told.user).toMatchObject(user);
		expect(told.user.proof).toEqual({ method: 'Impersonation', authority: 'root', audiences: [] });
		expect(told.audited).toEqual([told.user]);
		expect(questions(told)).toEqual(asked);
		expect(told.asked.every((each) => each.user === caller && each.info.verb === 'impersonate')).toBe(true);
	});

	it.each<[string, readonly HeaderLine[]]>([
		['no header', []],
		['an empty name', [['impersonate-user', '']]],
		['a header of another name', [['impersonate-groups', 'x']]],
	])('%s: the request stays that of its caller', async (_, headers) => {
		expect(await send(headers)).toMatchObject({ user: caller, audited: [], reached: true, asked: [], error: undefined });
	});

	it.each<[string, readonly HeaderLine[], string]>([
		['a group alone', [['impersonate-group', 'g']], 'need Impersonate-User'],
		['a uid alone', [['impersonate-uid', 'u']], 'need Impersonate-User'],
		['extra alone', [['impersonate-extra-a', 'b']], 'need Impersonate-User'],
		[
			'a group with an empty user',
			[
				['impersonate-user', ''],
				['impersonate-group', 'system:masters'],
			],
			'need Impersonate-User',
		],
		[
			'two users',
			[
				['impersonate-user', 'bob'],
				['impersonate-user', 'eve'],
			],
			'given 2 times with different values',
		],
		['a name that is not UTF-8', [['impersonate-user', '\xff']], 'not UTF-8'],
	])('%s is refused', async (_, headers, message) => {
		const { error, reached, asked } = await send(headers);
		expect(error).toBeInstanceOf(ApiError);
		expect(error).toMatchObject({ code: 400, message: expect.stringContaining(message) });
		expect({ reached, asked }).toEqual({ reached: false, asked: [] });
	});

	const all: readonly HeaderLine[] = [
		['impersonate-user', 'bob'],
		['impersonate-group', 'system:masters'],
		['impersonate-uid', 'u'],
		['impersonate-extra-scopes', 'view'],
	];
	it.each([
		['users', 'users "bob" is forbidden: User "root" cannot impersonate resource "users" in API group "" at the cluster scope'],
		['groups', 'groups "system:masters" is forbidden: User "root" cannot impersonate resource "groups" in API group "" at the cluster scope'],
		[
			'uids',
			'uids.authentication.example.com "u" is forbidden: User "root" cannot impersonate resource "uids" in API group "authentication.example.com" at the cluster scope',
		],
		[
			'userextras',
			'userextras.authentication.example.com "view" is forbidden: User "root" cannot impersonate resource "userextras/scopes" in API group "authentication.example.com" at the cluster scope',
		],
	])('is refused to a user who may impersonate all but %s', async (resource, message) => {
		const told = await send(all, ({ info }) => !info.isResource || info.resource !== resource);
		expect(told).toMatchObject({ reached: false, user: caller, audited: [] });
		expect(told.error).toMatchObject({ code: 403, message });
	});

	it('is refused when the authorizer fails', async () => {
		const told = await send([['impersonate-user', 'bob']], () => {
			throw new Error('the store is away');
		});
		expect(told).toMatchObject({ reached: false, user: caller, error: { code: 403 } });
	});
});
