/** Context of maintenance commands without prompts and signals. */
import type { MaintenanceContext } from '../../runtime/server/maintenance.ts';

export function maintenanceContext(args: readonly string[], told: Partial<Pick<MaintenanceContext, 'tell' | 'warn'>> = {}): MaintenanceContext {
	return {
		args,
		vocabulary: 'test',
		tell: () => undefined,
		warn: () => undefined,
		...told,
		progress: () => undefined,
		signal: new AbortController().signal,
		inDataFolder: () => Promise.reject(new Error('nothing is asked of a folder')),
	};
}
