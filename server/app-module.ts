/** The bundle; main.ts and admin.ts import it by path, because it exists only after the build. */
export type AppModule = typeof import('./bundle.ts')
