/** What is done with the objects of a server from outside of it: a file of its own in a build, so that no server loads what it shares with it in pieces. */
export { vocabulary } from '../generated/vocabulary.ts';
export { FlagError } from './server/flags/flag-error.ts';
export { asksForHelp, maintenance, maintenanceHelp } from './server/maintenance.ts';
