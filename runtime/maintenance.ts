/**
 * Entry point of maintenance commands. It is a separate file in a build, so that the server's bundle is not split into chunks shared with
 * it.
 */
export { vocabulary } from '../generated/vocabulary.ts';
export { FlagError } from './server/flags/flag-error.ts';
export { asksForHelp, maintenance, maintenanceHelp } from './server/maintenance.ts';
