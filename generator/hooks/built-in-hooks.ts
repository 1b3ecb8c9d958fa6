/** Checks that built-in kinds have all hooks that their specs require. Otherwise the server would refuse to start. */
import { converterKey } from '../../runtime/model/converter-key.ts';
import { speak, type Vocabulary } from '../../runtime/model/vocabulary.ts';
import { hookedVersions } from '../emit/typescript/hooks.ts';
import type { Model } from '../model.ts';
import type { Diagnostic } from '../read/diagnostics/diagnostic.ts';
import type { SpecSource } from '../read/source/spec-file.ts';
import {
	answerEntry,
	answeredWhat,
	answerToWrite,
	columnEntry,
	computedColumns,
	diagnosed,
	groupPosition,
	type IsBuiltIn,
	type Missing,
	missingConversion,
	positionOf,
	proxiedEntry,
	requiredAnswers,
} from './hook-file.ts';

/** Path of the built-in hooks, relative to the project. */
export const builtInHooksFile = 'runtime/kinds/index.ts';

export interface BuiltInHooks {
	/** Hooks by storage name, in the vocabulary's words. */
	readonly byStorageName: Readonly<Record<string, Answering>>;
	readonly vocabulary: Vocabulary;
}

/** Hooks that are checked here. */
interface Answering {
	readonly cells?: unknown;
	readonly convert?: object;
	readonly computes?: object;
	readonly observes?: object;
	readonly connects?: object;
}

/** Returns a finding per missing hook. Throws an Error for hooks of no built-in kind. */
export function unansweredBuiltIn(
	model: Model,
	isBuiltIn: IsBuiltIn,
	{ byStorageName, vocabulary }: BuiltInHooks,
	sources: readonly SpecSource[],
): Diagnostic[] {
	const kinds = model.catalog.kinds.filter((kind) => isBuiltIn(positionOf(kind, model).file));
	const names = new Map(kinds.map((kind) => [speak(kind.storageName, vocabulary), kind]));
	const stray = Object.keys(byStorageName).find((name) => !names.has(name));
	if (stray !== undefined)
		throw new Error(
			`${builtInHooksFile} has hooks for ${JSON.stringify(stray)}, and no built-in kind is stored under that name ("grouped" there lists the packages whose groups have the product's domain)`,
		);
	const ofKinds = [...names].flatMap(([name, kind]) => {
		const hooks = byStorageName[name];
		const where =
			hooks === undefined
				? `${builtInHooksFile} has no row of ${kind.kind}: in ${fileFor(kind.kind)}`
				: `the hooks of ${kind.kind} that ${builtInHooksFile} names have none: there`;
		const cells: Missing[] = computedColumns(kind)
			.slice(hooks?.cells === undefined ? 0 : Infinity, 1)
			.map((column) => ({
				message: `the column ${JSON.stringify(column)} is computed by a hook, and ${where}, write cells: (object) => ...`,
				entry: columnEntry(column),
			}));
		const conversions = hookedVersions(kind)
			.filter((version) => !Object.hasOwn(hooks?.convert ?? {}, converterKey(kind, version)))
			.map((version) => missingConversion(kind, version, `${where},`));
		const answers: Missing[] = requiredAnswers(kind)
			.filter(({ member, subresource }) => !Object.hasOwn(hooks?.[member] ?? {}, subresource))
			.map(({ member, subresource }) => ({
				message: `${answeredWhat(kind, subresource)} is answered by a hook, and ${where}, ${answerToWrite(member, subresource)}`,
				entry: answerEntry(subresource),
			}));
		return [...cells, ...conversions, ...answers].flatMap((missing) => diagnosed(missing, positionOf(kind, model), sources));
	});
	const ofGroups = model.catalog.groups
		.filter((group) => group.proxied && isBuiltIn(groupPosition(group, model).file))
		.flatMap((group) => {
			const message = `another server serves this group, and no built-in hook forwards requests: declare it in a separate spec root, with hooks/${group.package}.ts`;
			return diagnosed({ message, entry: proxiedEntry }, groupPosition(group, model), sources);
		});
	return [...ofKinds, ...ofGroups];
}

/** Returns the file for a built-in kind's hooks. */
function fileFor(kind: string): string {
	return `runtime/kinds/${kind.replace(/(?<=[a-z0-9])(?=[A-Z])/g, '-').toLowerCase()}.ts`;
}
