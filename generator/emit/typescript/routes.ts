/** Route table of the server, with a row per group, version and resource. Generic code interprets it: a new kind adds a row and no code. */

import { servedGroups, subresourcesOf } from '../../../runtime/documents/discovery.ts';
import { versionPath } from '../../../runtime/model/api-version.ts';
import { handlerOf } from '../../../runtime/model/endpoint.ts';
import { verbs } from '../../../runtime/model/verb.ts';
import type { Emitter } from '../../model.ts';
import { code, importedType, type Literal, literal, printModule } from '../../print/typescript.ts';

const verb = importedType('Verb', '../runtime/model/verb.ts');
const handler = importedType('EndpointHandler', '../runtime/model/endpoint.ts');

export const routes: Emitter = {
	name: 'routes',
	emit({ catalog }) {
		const rows = servedGroups(catalog).flatMap(({ group, versions }) =>
			versions.flatMap(({ version, resources }) =>
				resources.map((served): Literal => {
					const { kind } = served;
					return {
						root: versionPath({ group, version }),
						group,
						version,
						resource: kind.plural,
						kind: kind.kind,
						namespaced: kind.scope === 'Namespaced',
						verbs: verbs.every((each) => kind.verbs.includes(each)) ? code`all` : [...kind.verbs].sort(),
						handler: handlerOf(kind),
						subresources: subresourcesOf(served).map(({ subresource, handler, verbs }) => ({ name: subresource, handler, verbs })),
						storageName: kind.storageName,
						introduced: served.version.introduced,
						deprecated: served.version.deprecated,
						removed: served.version.removed,
					};
				}),
			),
		);
		return [
			printModule('routes.ts', [
				code`
export interface Route {
	/** Path of the version, for example \`/apis/apps/v1\`. */
	readonly root: string;
	readonly group: string;
	readonly version: string;
	/** Plural. */
	readonly resource: string;
	readonly kind: string;
	readonly namespaced: boolean;
	readonly verbs: readonly ${verb}[];
	readonly handler: ${handler};
	readonly subresources: readonly { readonly name: string; readonly handler: ${handler}; readonly verbs: readonly ${verb}[] }[];
	readonly storageName: string;
	readonly introduced: string;
	readonly deprecated?: string;
	/** First release without it. */
	readonly removed?: string;
}

const all: readonly ${verb}[] = ${literal(verbs)};

/** Every route of every release, in the order of discovery. */
export const routes: readonly Route[] = [`,
				...rows.map((row) => code`\t${literal(row)},`),
				code`];`,
			]),
		];
	},
};
