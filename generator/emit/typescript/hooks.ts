/** The interface that hand-written behaviour of kinds implements (`runtime/kinds/`): one entry a kind, typed by its storage version. */
import type { KindDescriptor } from '../../../runtime/model/catalog.ts';
import type { Emitter } from '../../model.ts';
import { typeParts } from '../../print/names.ts';
import { type Code, code, docComment, importedType, join, literal, printModule } from '../../print/typescript.ts';
import { typesFile } from './type-modules.ts';

const kindHooks = importedType('KindHooks', '../runtime/api/hooks.ts');

export const hooks: Emitter = {
	name: 'hooks',
	emit({ catalog }) {
		const kinds = [...catalog.kinds].sort((a, b) => (hookKey(a) < hookKey(b) ? -1 : 1));
		const packages = new Map<string, string>();
		for (const kind of kinds) {
			const { package: folder, name } = typeParts(storageType(kind));
			// Two packages may have kinds of one name; the later one is imported under another.
			const taken = [...packages.values()].includes(name);
			packages.set(storageType(kind), taken ? `${name}Of${folder.charAt(0).toUpperCase()}${folder.slice(1).replaceAll(/[^A-Za-z0-9]+/g, '')}` : name);
		}
		const type = (kind: KindDescriptor) => {
			const { name } = typeParts(storageType(kind));
			const local = packages.get(storageType(kind));
			const from = importedType(name, typesFile(typeParts(storageType(kind))));
			return local === undefined || local === name ? from : { ...from, as: local };
		};
		return [
			printModule('hooks.ts', [
				code``,
				docComment('Behaviour of kinds that specs cannot say, by package and plural.'),
				code`export interface Hooks {`,
				...kinds.map((kind) => code`\treadonly ${literal(hookKey(kind))}?: ${kindHooks}<${type(kind)}${computedColumns(kind)}>;`),
				code`}`,
				code``,
				docComment('Storage name of each kind.'),
				code`export const storageNames: { readonly [key in keyof Hooks]-?: string } = {`,
				...kinds.map((kind) => code`\t${literal(hookKey(kind))}: ${literal(kind.storageName)},`),
				code`};`,
			]),
		];
	},
};

/** The cells that the hooks of a kind must make, as a further type argument. */
function computedColumns({ columns }: KindDescriptor): Code {
	const names = columns.flatMap((column) => ('computed' in column ? [code`${literal(column.name)}`] : []));
	return names.length === 0 ? code`` : code`, ${join(names, code` | `)}`;
}

function storageType(kind: KindDescriptor): string {
	const storage = kind.versions[kind.storageVersion];
	if (storage === undefined) throw new Error(`${kind.kind} has no storage version`);
	return storage.type;
}

/** Key of a kind in emitted code, for example `core/configmaps`: it names no product, where storage names do. */
export function hookKey(kind: KindDescriptor): string {
	return `${typeParts(storageType(kind)).package}/${kind.plural}`;
}
