/** Placeholder for the hooks of users' spec roots. The bundler replaces it by a module that imports their hook files. */

import type { Emitter } from '../../model.ts';
import { code, docComment, importedType, printModule } from '../../print/typescript.ts';

/** Path of the module in the output folder. */
export const rootHooksFile = 'root-hooks.ts';

const groupHooks = importedType('GroupHooks', '../runtime/api/hooks.ts');
const servedHooks = importedType('ServedHooks', '../runtime/api/hooks.ts');

export const rootHooks: Emitter = {
	name: 'root-hooks',
	emit: () => [
		printModule(rootHooksFile, [
			code``,
			docComment('Hooks of additional spec roots, by storage name. A build with such roots fills this map.'),
			code`export const rootHooks: Readonly<Record<string, ${servedHooks}>> = {};`,
			code``,
			docComment('By group, those of groups that other servers have.'),
			code`export const rootGroups: Readonly<Record<string, ${groupHooks}>> = {};`,
		]),
	],
};
