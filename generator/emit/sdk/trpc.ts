/** Type of the server's router below `/trpc`, with a procedure for each verb of each kind, nested by group. */
import { batchLimits } from '../../../runtime/model/batch-limits.ts';
import type { Endpoint, EndpointBody } from '../../../runtime/model/endpoint.ts';
import { procedurePath } from '../../../runtime/model/procedure-path.ts';
import { selectorNames } from '../../../runtime/model/selector-names.ts';
import type { Verb } from '../../../runtime/model/verb.ts';
import type { EmittedFile } from '../../model.ts';
import { specifier, typeParts } from '../../print/derived-names.ts';
import { preamble, propertyKey } from '../../print/typescript.ts';
import { moduleIdentifier, modulePath, type Surface, type SurfaceKind } from './surface.ts';

/** Path of the module in the package. */
export const trpcPath = 'api/trpc';

/** Type arguments of a kind's procedures. */
interface Subject {
	readonly type: string;
	/** Library type for the scope of the objects. */
	readonly place: string;
	/** Further type argument with the selectable fields. May be empty. */
	readonly fields: string;
	readonly strategic: boolean;
}

/** Types of procedures by verb. A verb without a type is omitted, so typed clients cannot call it. */
const typesByVerb: Readonly<Partial<Record<Verb, (subject: Subject) => string>>> = {
	get: ({ type, place }) => `Get<${type}, ${place}>`,
	list: ({ type, place, fields }) => `List<${type}, ${place}${fields}>`,
	watch: ({ type, place, fields }) => `Watch<${type}, ${place}${fields}>`,
	create: ({ type, place }) => `Create<${type}, ${place}>`,
	update: ({ type, place }) => `Update<${type}, ${place}>`,
	patch: ({ type, place, strategic }) => `Patch${strategic ? 'Strategic' : ''}<${type}, ${place}>`,
	delete: ({ type, place }) => `Delete<${type}, ${place}>`,
	deletecollection: ({ type, place, fields }) => `DeleteCollection<${type}, ${place}${fields}>`,
};

/** Emits the module. `library`: path of the hand-written types, without its extension. */
export function emitTrpc(surface: Surface, library: string): readonly EmittedFile[] {
	const imports = new Map<string, string>();
	const root: Tree = new Map();
	for (const kind of surface.kinds) for (const [path, text] of proceduresOf(kind, surface, imports)) place(root, path, text);
	const lines = [
		preamble,
		`import type * as trpc from '${specifier(`${trpcPath}.d.ts`, `${library}.js`)}';`,
		...[...imports].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, to]) => `import type * as ${name} from '${specifier(`${trpcPath}.d.ts`, `${to}.js`)}';`),
		'',
		'/** Procedures of the server below `/trpc`, for `createTRPCClient<ApiRouter>`. */',
		`export type ApiRouter = trpc.Router<${printed(root, '')}>;`,
		'',
		'/** Options of `httpBatchLink` and `httpBatchStreamLink`: batches within the bounds of the server. */',
		`export declare const batchLimits: { readonly maxItems: ${batchLimits.calls}; readonly maxURLLength: ${batchLimits.urlLength} };`,
	];
	const limits = `export const batchLimits = Object.freeze({ maxItems: ${batchLimits.calls}, maxURLLength: ${batchLimits.urlLength} });`;
	return [
		{ path: `${trpcPath}.d.ts`, content: `${lines.join('\n')}\n` },
		{ path: `${trpcPath}.js`, content: `${preamble}\n${limits}\n` },
	];
}

type Tree = Map<string, Tree | string>;

function place(tree: Tree, [first = '', ...rest]: readonly string[], text: string): void {
	if (rest.length === 0) {
		tree.set(first, text);
		return;
	}
	const known = tree.get(first);
	const next: Tree = known instanceof Map ? known : new Map();
	tree.set(first, next);
	place(next, rest, text);
}

function printed(tree: Tree, indent: string): string {
	const inner = `${indent}\t`;
	const lines = [...tree].map(([name, held]) => `${inner}${propertyKey(name)}: ${typeof held === 'string' ? held : printed(held, inner)};`);
	return `{\n${lines.join('\n')}\n${indent}}`;
}

function* proceduresOf(served: SurfaceKind, surface: Surface, imports: Map<string, string>): Generator<readonly [readonly string[], string]> {
	const { kind, version, endpoints, module } = served;
	const within = moduleIdentifier(module);
	imports.set(within, modulePath(module));
	const isCustom = surface.catalog.groups.find(({ group }) => group === version.group)?.custom === true;
	const lies = kind.scope === 'Namespaced' ? 'trpc.Namespaced' : 'trpc.Cluster';
	const fields =
		kind.selectableFields.length === 0
			? ''
			: `, ${selectorNames(kind)
					.map((field) => JSON.stringify(field))
					.join(' | ')}`;
	const named = (type: string | undefined): string => {
		if (type === undefined) return 'object';
		if (type === version.type) return `${within}.${kind.kind}`;
		imports.set(moduleIdentifier(type), modulePath(type));
		return `${moduleIdentifier(type)}.${typeParts(type).name}`;
	};
	const hasStatus = ({ type }: EndpointBody): boolean => type !== undefined && surface.catalog.type(type).fields.some(({ name }) => name === 'status');
	for (const endpoint of endpoints) {
		if (endpoint.handler === 'connect') continue;
		for (const verb of endpoint.verbs) {
			const type = procedureType(endpoint, verb, { lies, named, hasStatus, fields, isCustom });
			if (type !== undefined) yield [procedurePath(version, endpoint, verb), `trpc.${type}`];
		}
	}
}

interface RenderContext {
	readonly lies: string;
	readonly named: (type: string | undefined) => string;
	/** Reports whether the type has a status. A type without one is answered with a Status. */
	readonly hasStatus: (body: EndpointBody) => boolean;
	readonly fields: string;
	readonly isCustom: boolean;
}

function procedureType(
	{ subresource, handler, takes, gives }: Endpoint,
	verb: Verb,
	{ lies, named, hasStatus, fields, isCustom }: RenderContext,
): string | undefined {
	const place = subresource === '' ? lies : `${lies} & trpc.Named`;
	if (handler === 'computed') return `Ask<${named(takes.type)}, ${named(gives.type)}${hasStatus(gives) ? '' : ' | trpc.Status'}, ${place}>`;
	const strategic = !isCustom && handler !== 'scale';
	return typesByVerb[verb]?.({ type: named(takes.type), place, fields: subresource === '' ? fields : '', strategic });
}
