/** The hosts' entry to the training service, loaded beside the core. */
export { examplePeople } from './people/example-people.ts'
export { exampleListFile } from './people/list-file.ts'
export { createTrainingService } from './training-service.ts'
