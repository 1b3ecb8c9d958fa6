/** Extensions for the one-row test: each consists of one file and one registry row. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface AddedPart {
	readonly what: string;
	/** The new file; absent when the extension is a row alone. */
	readonly file?: { readonly path: string; readonly text: string };
	/**
	 * The registry row. `before` is the text in the registry that the row precedes. `imports` is the import line that a row of an
	 * `index.ts` needs.
	 */
	readonly row: { readonly path: string; readonly before: string; readonly text: string; readonly imports?: string };
}

const authenticator: AddedPart = {
	what: 'authenticator',
	file: {
		path: 'runtime/auth/authn/named.ts',
		text: `import type { Authenticator } from './contract.ts';

export const named: Authenticator = {
	name: 'named',
	start: () => (request) => {
		const name = request.header('x-named');
		if (name === undefined) return undefined;
		return { name, uid: '', groups: [], extra: {}, proof: { method: 'named', authority: 'nobody', audiences: [] } };
	},
};
`,
	},
	row: { path: 'runtime/auth/authn/index.ts', imports: `import { named } from './named.ts';`, before: 'staticTokens,', text: 'named, ' },
};

const authorizer: AddedPart = {
	what: 'authorizer',
	file: {
		path: 'runtime/auth/authz/describers.ts',
		text: `import { allowed, noOpinion } from '../../api/authorization.ts';
import type { AuthorizerRow } from './contract.ts';

export const describers: AuthorizerRow = {
	name: 'Describers',
	used: 'mode',
	start: () => ({ authorize: ({ user, info }) => (user.name === 'describer' && info.verb === 'describe' ? allowed : noOpinion) }),
};
`,
	},
	row: {
		path: 'runtime/auth/authz/index.ts',
		imports: `import { describers } from './describers.ts';`,
		before: 'alwaysAllow, alwaysDeny]',
		text: 'describers, ',
	},
};

const admissionPlugin: AddedPart = {
	what: 'admission plugin',
	file: {
		path: 'runtime/admission/plugins/stamp.ts',
		text: `import type { JsonObject } from '../../model/catalog.ts';
import type { AdmissionPlugin } from '../contract.ts';

export const stamp: AdmissionPlugin = {
	name: 'Stamp',
	onByDefault: { from: '1.0' },
	operations: ['CREATE'],
	start: () => ({
		mutate({ object }) {
			if (object !== undefined) (object.metadata as JsonObject).annotations = { stamped: 'yes' };
		},
	}),
};
`,
	},
	row: { path: 'runtime/admission/plugins/index.ts', imports: `import { stamp } from './stamp.ts';`, before: 'namespaceLifecycle,', text: 'stamp, ' },
};

const controller: AddedPart = {
	what: 'controller',
	file: {
		path: 'runtime/controllers/greeter.ts',
		text: `import { perNamespace } from './per-namespace.ts';

export const greeter = perNamespace({
	name: 'greeter',
	identity: 'greeter',
	purpose: 'greets in every namespace',
	rules: [{ verbs: ['create'], groups: [''], resources: ['configmaps'] }],
	storageName: 'configmaps',
	objectName: () => 'greeting',
	content: () => ({ data: { hello: 'world' } }),
});
`,
	},
	row: { path: 'runtime/controllers/index.ts', imports: `import { greeter } from './greeter.ts';`, before: 'namespaceController,', text: 'greeter, ' },
};

/** Another engine of `--datastore`. */
const store: AddedPart = {
	what: 'store',
	file: {
		path: 'runtime/storage/fleeting.ts',
		text: `import type { StoreEngine } from './engine.ts';
import { MemoryData } from './memory/store.ts';

export const fleeting: StoreEngine = { scheme: 'fleeting', usage: 'fleeting:', isShared: false, open: async () => new MemoryData().open() };
`,
	},
	row: { path: 'runtime/storage/index.ts', imports: `import { fleeting } from './fleeting.ts';`, before: '];', text: ', fleeting' },
};

const verb: AddedPart = {
	what: 'verb',
	file: {
		path: 'runtime/verbs/get/describe.ts',
		text: `import { notFound } from '../../api/errors.ts';
import { verbRecords } from '../../model/verb.ts';
import type { VerbWork } from '../contract.ts';

export const verb: VerbWork = {
	inThread: false,
	handlers: (context) => ({
		stored: (request, { kind, version }) => {
			if (!request.info.isResource) throw new Error('verbs are asked about resources');
			const { namespace, name } = request.info;
			const { times = 1 } = context.options.of(verbRecords.describe.options)(request.parameters());
			if (context.cache.get(kind.storageName, namespace, name) === undefined) throw notFound(kind.plural, version.group, name);
			const text = \`a \${kind.kind} called \${name}\`;
			return { status: 200, headers: { 'content-type': 'text/plain' }, body: Array(Number(times)).fill(text).join(', ') };
		},
	}),
};
`,
	},
	row: {
		path: 'runtime/model/verb.ts',
		before: '	get: {',
		text: `	describe: {
		file: 'get/describe.ts',
		method: 'OPTIONS',
		of: 'object',
		options: 'meta/v1.GetOptions',
		label: 'DESCRIBE',
		reads: true,
		documented: { action: 'describe', word: 'describe', description: 'Describes {}.', answer: 'object', responses: ok },
	},
`,
	},
};

/** A verb that shares its method with create, which keeps the handlers of objects and collections separate. */
const verbOfPost: AddedPart = {
	what: 'verb of one object whose method has a verb of collections',
	file: {
		path: 'runtime/verbs/create/rehearse.ts',
		text: `import type { VerbWork } from '../contract.ts';

export const verb: VerbWork = {
	inThread: false,
	handlers: () => ({
		stored: async (request) => ({ status: 200, headers: { 'content-type': 'text/plain' }, body: \`rehearsed \${(await request.body()).length} bytes\` }),
	}),
};
`,
	},
	row: {
		path: 'runtime/model/verb.ts',
		before: '	get: {',
		text: `	rehearse: {
		file: 'create/rehearse.ts',
		method: 'POST',
		of: 'object',
		options: 'meta/v1.CreateOptions',
		body: { kind: 'object' },
		label: 'REHEARSE',
		documented: { action: 'rehearse', word: 'rehearse', description: 'Rehearses {}.', answer: 'object', responses: ok },
	},
`,
	},
};

/** A verb requested like a watch: by a list parameter, or by a word before the resource. */
const verbInPlace: AddedPart = {
	what: 'verb in the place of list',
	file: {
		path: 'runtime/verbs/list/tally.ts',
		text: `import type { VerbWork } from '../contract.ts';

export const verb: VerbWork = {
	inThread: false,
	handlers: () => ({
		stored: (_, { kind }) => ({ status: 200, headers: { 'content-type': 'text/plain' }, body: \`a tally of \${kind.plural}\` }),
	}),
};
`,
	},
	row: {
		path: 'runtime/model/verb.ts',
		before: '	get: {',
		text: `	tally: {
		file: 'list/tally.ts',
		method: 'GET',
		of: 'collection',
		inPlaceOf: { word: 'tally', byParameter: ['list'], byPath: ['list'] },
		options: 'meta/v1.ListOptions',
		label: 'TALLY',
		reads: true,
		documented: { action: 'tally', word: 'tally', description: 'Counts {}.', answer: 'status', responses: ok },
	},
`,
	},
};

const parameterOfTally: AddedPart = {
	what: 'query option that asks for a verb',
	row: {
		path: 'specs/meta/types/options.yaml',
		before: '      watch: {',
		text: '      tally: { type: boolean, protobuf: 90, description: Counts the objects. }\n',
	},
};

/** A query option that the verb above reads. */
const queryOption: AddedPart = {
	what: 'query option',
	row: {
		path: 'specs/meta/types/options.yaml',
		before: '      resourceVersion: { type: string, protobuf: 1, presence: omitZero, description: Minimum version of the data. }',
		text: '      times: { type: integer, format: int64, protobuf: 9, description: How often it is said. }\n',
	},
};

export const addedParts: readonly AddedPart[] = [
	authenticator,
	authorizer,
	admissionPlugin,
	controller,
	store,
	verb,
	verbOfPost,
	verbInPlace,
	parameterOfTally,
	queryOption,
];

/** Returns the registry with the row inserted. Throws unless the position of the row is unique. */
export function withRow(root: string, { what, row: { path, before, text, imports } }: AddedPart): string {
	const whole = readFileSync(join(root, path), 'utf8');
	// The rows are in the registry's own array, the first one that the file exports.
	const array = path.endsWith('.yaml') || path.endsWith('verb.ts') ? 0 : whole.indexOf('export const ');
	const at = whole.indexOf(before, array);
	if (at < 0) throw new Error(`${path} has no ${JSON.stringify(before)}, before which the row of the ${what} goes`);
	return `${imports === undefined ? '' : `${imports}\n`}${whole.slice(0, at)}${text}${whole.slice(at)}`;
}
